/** What a figure is meant to reach: at most, or at least, this. */
export interface Goal {
  /** Whether it is about the ratio to the first row, or about the figure itself. */
  readonly of: "ratio" | "value";
  readonly most?: number;
  readonly least?: number;
}

/** A measured thing with its unit. */
export interface Row {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** To the first row, which is the floor or the peer. */
  readonly ratio?: number;
  readonly goal?: Goal;
  /** What else belongs to it. */
  readonly note?: string;
}

/** Figures that were measured together, so that they can be compared. */
export interface Table {
  readonly title: string;
  readonly rows: readonly Row[];
  /** Whether its ratios are drawn on the page. */
  readonly plot?: boolean;
}

/** A measured thing, in milliseconds. */
export interface Figure {
  readonly name: string;
  readonly median: number;
  readonly goal?: Goal;
}

/** The tables that were printed so far. */
export const tables: Table[] = [];

/** Prints figures with their ratio to the first, which is the floor or the peer. */
export function printTable(
  title: string,
  figures: readonly Figure[],
  { plot = false }: { readonly plot?: boolean } = {},
): void {
  const [base] = figures;
  if (base === undefined) return;
  const rows = figures.map(({ name, median, goal }): Row => ({
    name,
    value: median,
    unit: "ms",
    ratio: median / base.median,
    ...(goal && { goal }),
  }));
  printRows(title, rows, { plot });
}

/** Prints figures of any unit. */
export function printRows(
  title: string,
  rows: readonly Row[],
  { plot = false }: { readonly plot?: boolean } = {},
): void {
  const table = { title, rows, ...(plot && { plot }) };
  tables.push(table);
  console.log(`${tableText(table)}\n`);
}

/** A table as it is printed. */
export function tableText({ title, rows }: Table): string {
  const cells = rows.map((row) => [
    row.name,
    `${amount(row.value)} ${row.unit}`.trimEnd(),
    row.ratio === undefined ? "" : `${amount(row.ratio)} ×`,
    goalText(row),
    row.note ?? "",
  ]);
  const widths = [0, 1, 2, 3].map((column) =>
    Math.max(...cells.map((cell) => cell[column]?.length ?? 0)),
  );
  const lines = cells.map(([name = "", value = "", ratio = "", goal = "", note = ""]) => {
    const [nameWidth = 0, valueWidth = 0, ratioWidth = 0, goalWidth = 0] = widths;
    const line = [
      name.padEnd(nameWidth),
      value.padStart(valueWidth),
      ratio.padStart(ratioWidth),
      goal.padEnd(goalWidth),
      note,
    ];
    return `  ${line.join("  ").trimEnd()}`;
  });
  return [title, ...lines].join("\n");
}

/** A number with as many digits as say something. */
export function amount(value: number): string {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : value >= 0.1 ? 2 : 4;
  return value.toLocaleString("en", {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}

/** `goal ≤ 1.40 ×`, and whether it is missed; nothing without a goal. */
export function goalText(row: Row): string {
  const { goal, unit } = row;
  if (goal === undefined) return "";
  const bound = goal.most === undefined ? `≥ ${amount(goal.least ?? 0)}` : `≤ ${amount(goal.most)}`;
  const text = `goal ${bound} ${goal.of === "ratio" ? "×" : unit}`;
  return isReached(row) === false ? `${text}, missed` : text;
}

/** Whether a row reaches its goal; undefined without one. */
export function isReached({ goal, value, ratio = Number.NaN }: Row): boolean | undefined {
  if (goal === undefined) return undefined;
  const found = goal.of === "ratio" ? ratio : value;
  return found <= (goal.most ?? Number.POSITIVE_INFINITY) && found >= (goal.least ?? 0);
}

/** The middle of a list of numbers. */
export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
