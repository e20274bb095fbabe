// After `npm pack`.
import { restoreManifest } from "./package-manifest.ts";

restoreManifest();
