/**
 * The one text that a regular expression matches, when it matches one only: `/a\.html` is
 * `/a.html`. Nothing when it has anything but plain characters and escaped signs.
 */
export function literalOf(pattern: string): string | undefined {
  const plain = pattern.replace(/\\([^\w\s])/g, "");
  if (/[\\^$.|?*+()[\]{}]/.test(plain)) return undefined;
  return pattern.replace(/\\([^\w\s])/g, "$1");
}
