import { createReader, type ReadRequest } from "./read-request.ts";

const read = createReader();
addEventListener("message", ({ data }: MessageEvent<ReadRequest>) => postMessage(read(data)));
