type AnyFunction = (this: unknown, ...args: unknown[]) => unknown;

/** A call of a function that another one stands in the place of. */
export interface Call {
  readonly self: unknown;
  readonly args: readonly unknown[];
  /** Calls the function with these arguments in the place of its own. */
  instead(...args: unknown[]): unknown;
}

/**
 * Puts something in the place of a function of an object, with all that is known of the function, such
 * as how it is turned into one that gives a promise.
 *
 * @param answer - what is done for each call
 */
export function replaceFunction(
  holder: object,
  name: string,
  answer: (call: Call) => unknown,
): void {
  const functions = holder as Record<string, AnyFunction>;
  const original = functions[name];
  if (original === undefined) return;
  const made = function (this: unknown, ...args: unknown[]): unknown {
    return answer({ self: this, args, instead: (...others) => original.apply(this, others) });
  };
  functions[name] = Object.defineProperties(made, Object.getOwnPropertyDescriptors(original));
}
