const wholeNumber = new Intl.NumberFormat("en-GB", { maximumFractionDigits: 0 });
const small = new Intl.NumberFormat("en-GB", { maximumSignificantDigits: 2 });
const plain = new Intl.NumberFormat("en-GB", { maximumFractionDigits: 6 });

/** A number as people read it: `48,112,930`. */
export function numberText(count: number): string {
  return wholeNumber.format(count);
}

/** A number of things: `1 request`, `1,200 requests`. */
export function countText(count: number, noun: string): string {
  return `${numberText(count)} ${noun}${count === 1 ? "" : "s"}`;
}

const least = 0.000_001;

/** A share in percent. What is not nothing is never 0 %, and what is not all of it never 100 %. */
export function percentText(part: number, whole: number): string {
  if (part <= 0 || whole <= 0) return "0 %";
  if (part >= whole) return "100 %";
  const share = (100 * part) / whole;
  if (share < least) return "less than 0.000001 %";
  if (share < 10) return `${small.format(share)} %`;
  if (share < 90) return `${Math.round(share)} %`;
  const rest = (100 * (whole - part)) / whole;
  if (rest < least) return "more than 99.999999 %";
  // As many digits as it takes to tell it from everything.
  return `${plain.format(100 - Number(rest.toPrecision(1)))} %`;
}
