import { visible } from "../report/visible.ts";

const mostNamed = 5;

/** Tells of which other targets the same is true: `and the same with b, c and 12 more`. */
export function andTheSame(others: readonly { readonly name: string }[]): string {
  const names = others.slice(0, mostNamed).map(({ name }) => visible(name));
  const more = others.length - names.length;
  return `and the same with ${names.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
