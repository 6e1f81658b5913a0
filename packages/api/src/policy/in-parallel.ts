/**
 * Does work for each item, for so many at the same time, and begins in their order. After an error,
 * no other is begun.
 *
 * @throws the first error, when all that was begun has ended
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
