import type { Redis } from "ioredis";

export type Hear = (message: string) => void;

/**
 * Channels of Redis over one connection. A message that comes while the connection is away is lost: whoever listens
 * must look by itself now and then.
 */
export class Subscriptions {
  private readonly redis: Redis;
  private readonly listeners = new Map<string, Set<Hear>>();

  /** `redis` is used for nothing else. */
  constructor(redis: Redis) {
    this.redis = redis;
    redis.on("message", (channel: string, message: string) => {
      for (const hear of this.listeners.get(channel) ?? []) hear(message);
    });
  }

  /** The returned function ends the listening. */
  listen(channel: string, hear: Hear): () => void {
    const listeners = this.listeners.get(channel) ?? new Set();
    this.listeners.set(channel, listeners.add(hear));
    // After a failure the connection subscribes to its channels again by itself.
    if (listeners.size === 1) this.redis.subscribe(channel).catch(() => {});
    return () => {
      listeners.delete(hear);
      if (listeners.size > 0 || this.listeners.get(channel) !== listeners) return;
      this.listeners.delete(channel);
      this.redis.unsubscribe(channel).catch(() => {});
    };
  }
}
