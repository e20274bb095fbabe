import { lazily } from "../lazily.ts";

export const base64 = lazily("base64", () => import("@scure/base"));
