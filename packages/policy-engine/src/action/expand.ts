/**
 * A replacement with its `$name` and `${name}` filled in, as Go's `Regexp.Expand` does it: a name
 * is as long as letters, digits and `_` go, so that `$1x` is the group `1x` and not the first one; `$$`
 * is a dollar sign; a name that there is none of gives nothing.
 *
 * @param valueOf - the value of a name; nothing when there is none
 */
export function expand(template: string, valueOf: (name: string) => string | undefined): string {
  return template.replace(
    /\$(?:\$|\{([\p{L}\p{Nd}_]+)\}|([\p{L}\p{Nd}_]+))/gu,
    (whole, braced: string | undefined, plain: string | undefined) => {
      if (whole === "$$") return "$";
      return valueOf(braced ?? plain ?? "") ?? "";
    },
  );
}
