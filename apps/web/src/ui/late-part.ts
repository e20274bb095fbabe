/** A part of the page whose code is fetched once it is needed, or when there is nothing better to do. */
export interface LatePart<T> {
  /** It, when it has come. */
  readonly get: () => T | undefined;
  /** Fetches it, once for all who ask. After a failure the next one who asks tries again, where the browser does. */
  readonly fetch: () => Promise<T>;
}

export function latePart<T>(load: () => Promise<T>): LatePart<T> {
  let part: T | undefined;
  let coming: Promise<T> | undefined;
  const fetch = () => {
    coming ??= load().then(
      (loaded) => {
        part = loaded;
        return loaded;
      },
      (error: unknown) => {
        coming = undefined;
        throw error;
      },
    );
    return coming;
  };
  return { get: () => part, fetch };
}
