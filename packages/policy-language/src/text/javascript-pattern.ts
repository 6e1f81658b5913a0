/** The pattern of RE2 for a regular expression of JavaScript, of which RE2 knows the flags `i`, `m` and `s`. */
export function patternOfJavaScript({
  source,
  flags,
}: {
  readonly source: string;
  readonly flags: string;
}): string {
  const kept = flags.replace(/[^ims]/g, "");
  return `${kept && `(?${kept})`}${source.replaceAll("\\/", "/")}`;
}
