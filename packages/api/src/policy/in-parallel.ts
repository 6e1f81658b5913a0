/**
 * Runs work for each item with limited concurrency, starting in the order of the items. After an error, no further
 * item is started.
 *
 * @throws the first error, after all started work has ended
 */
export async function inParallel<T>(
  items: Iterable<T>,
  concurrency: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const errors: unknown[] = [];
  const left = items[Symbol.iterator]();
  const lane = async (): Promise<void> => {
    while (errors.length === 0) {
      const { done, value } = left.next();
      if (done) return;
      try {
        await work(value);
      } catch (error) {
        errors.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: concurrency }, lane));
  if (errors.length > 0) throw errors[0];
}
