/**
 * A short text for a long one. It has 64 bits, so that among the texts of one policy no two share
 * it by chance; two that do can be constructed, but nothing is gained by it.
 */
export function digest(text: string): string {
  let one = 0x811c9dc5;
  let other = 0x9747b28c;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    one = mix(one ^ unit, 0x85ebca6b, 13);
    other = mix(other ^ unit, 0xc2b2ae35, 16);
  }
  return String.fromCharCode(one >>> 16, one & 0xffff, other >>> 16, other & 0xffff);
}

function mix(value: number, factor: number, shift: number): number {
  const product = Math.imul(value, factor);
  return product ^ (product >>> shift);
}
