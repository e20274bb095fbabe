/** A setting of the environment cannot be used; `message` says which, and what to do. */
export class SettingsError extends Error {}
