const EVERY_MS = 1000;

/** @typedef {{ readonly atMs: number, readonly bytes: number }} Sample */

/** Reads the server's resident memory from its own figures, once a second until `stop`. @param {string} url */
export function watchMemory(url) {
  const beganMs = performance.now();
  /** @type {Sample[]} */
  const samples = [];
  const timer = setInterval(async () => {
    const bytes = await residentBytes(url).catch(() => undefined);
    if (bytes !== undefined) samples.push({ atMs: performance.now() - beganMs, bytes });
  }, EVERY_MS);
  return {
    stop() {
      clearInterval(timer);
      return samples;
    },
  };
}

/** @param {string} url */
async function residentBytes(url) {
  const text = await (await fetch(`${url}/metrics`)).text();
  const [, bytes] = text.match(/^process_resident_memory_bytes (\d+)/m) ?? [];
  return bytes === undefined ? undefined : Number(bytes);
}
