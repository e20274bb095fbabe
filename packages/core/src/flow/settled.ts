/** A value that is there already, or will be. Small runs never wait, and then no promise is made for them. */
export type Settled<T> = T | Promise<T>;

/** Goes on with the value: at once when it is there, else when it comes. */
export function onSettled<T, R>(value: Settled<T>, next: (value: T) => Settled<R>): Settled<R> {
  return value instanceof Promise ? value.then(next) : next(value);
}
