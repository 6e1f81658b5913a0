/** A tag as it is usually written: the tags of the core schema with two exclamation marks. */
export function shortTag(tag: string | undefined): string | undefined {
  return tag?.replace(/^tag:yaml\.org,2002:/, "!!");
}
