import { createDesk, type DeskRequest } from "./desk-request.ts";

const answer = createDesk();
addEventListener("message", ({ data }: MessageEvent<DeskRequest>) => postMessage(answer(data)));
