const rounds = 3;

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

/** The seconds that something takes, in the middle of three times. */
export async function measured(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    await work();
    times.push((performance.now() - start) / 1000);
  }
  return median(times);
}

export function rate(rows: number, seconds: number): string {
  return `${(rows / seconds / 1e6).toFixed(2)} M rows/s`;
}
