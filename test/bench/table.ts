/** A measured thing, in milliseconds. */
export interface Figure {
  readonly name: string;
  readonly median: number;
}

/** Prints figures with their ratio to the first, which is the floor or the peer. */
export function printTable(title: string, figures: readonly Figure[]): void {
  const [base] = figures;
  if (base === undefined) return;
  console.log(title);
  const width = Math.max(...figures.map(({ name }) => name.length));
  for (const { name, median } of figures) {
    const ratio = (median / base.median).toFixed(2);
    console.log(
      `  ${name.padEnd(width)}  ${median.toFixed(3).padStart(10)} ms  ${ratio.padStart(7)} ×`,
    );
  }
  console.log();
}

/** The middle of a list of numbers. */
export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
