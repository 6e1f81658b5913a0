import { type SourceComment, type Span } from "@traffic-policy/policy-language";
import { TextPositions } from "@traffic-policy/policy-language/internal";

/**
 * The comments of TypeScript or JavaScript that contain a text. What looks like one inside a string, a
 * template or a regular expression is none.
 */
export function codeComments(file: string, text: string, containing: string): SourceComment[] {
  if (!text.includes(containing)) return [];
  const positions = new TextPositions(text);
  const { comments, top } = readComments(text);
  return comments
    .filter(({ start, end }) => text.slice(start, end).includes(containing))
    .map(({ start, end }) => ({
      text: text
        .slice(start, end)
        .replace(/^\/\*(.*?)(?:\*\/)?$|^\/\/(.*)$/s, "$1$2")
        .trim(),
      range: { file, start: positions.at(start), end: positions.at(end) },
      isTrailing: /\S/.test(text.slice(lineStart(text, start), start) + restOfLine(text, end)),
      isAtTop: start < top,
    }));
}

// Each alternative is a token; a string that is not closed ends with its line.
const tokens =
  /(?<comment>\/\/.*|\/\*[^]*?(?:\*\/|$)|^#!.*)|(?<string>"(?:\\[^]|[^"\\\r\n])*"?|'(?:\\[^]|[^'\\\r\n])*'?)|(?<regex>\/(?:\\.|\[(?:\\.|[^\]\\\r\n])*\]|[^/\\[\r\n])+\/\w*)|(?<word>[\p{ID_Continue}$]+)|(?<other>[^\s\ufeff])/uy;

function lineStart(text: string, offset: number): number {
  // From -1, the first character would be looked at.
  if (offset === 0) return 0;
  return Math.max(text.lastIndexOf("\n", offset - 1), text.lastIndexOf("\r", offset - 1)) + 1;
}

function restOfLine(text: string, offset: number): string {
  const [rest = ""] = /[^\r\n]*/.exec(text.slice(offset)) ?? [];
  return rest;
}

// The rest of a template up to its end, or to the next expression in it.
const templatePart = /(?:\\[^]|\$(?!\{)|[^\\`$])*(?:`|\$\{|$)/uy;

/** Words that precede a value, not an operator: a slash after them begins a regular expression. */
const beforeValue =
  /^(?:await|case|delete|do|else|in|instanceof|new|of|return|throw|typeof|void|yield)$/;

/** @returns also the offset of the first text that is not a comment */
function readComments(text: string): { readonly comments: readonly Span[]; readonly top: number } {
  const comments: Span[] = [];
  const templates: number[] = [];
  let top: number | undefined;
  let isAfterValue = false;
  let at = 0;

  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found !== null) at = pattern.lastIndex;
    return found;
  };
  const template = (): void => {
    const hasExpression = match(templatePart)?.[0].endsWith("${") === true;
    if (hasExpression) templates.push(0);
    isAfterValue = !hasExpression;
  };

  while (at < text.length) {
    const start = at;
    const found = match(tokens);
    if (found === null) {
      at += 1;
      continue;
    }
    const { comment, regex, word, other } = found.groups ?? {};
    if (comment !== undefined) {
      comments.push({ start, end: start + comment.trimEnd().length });
      continue;
    }
    top ??= start;
    if (regex !== undefined && isAfterValue) {
      // A division.
      at = start + 1;
      isAfterValue = false;
    } else if (word !== undefined) {
      isAfterValue = !beforeValue.test(word);
    } else if (other === "`") {
      template();
    } else if (other === "}" && templates.at(-1) === 0) {
      templates.pop();
      template();
    } else {
      if (templates.length > 0 && (other === "{" || other === "}")) {
        templates.push((templates.pop() ?? 0) + (other === "{" ? 1 : -1));
      }
      isAfterValue = other === undefined || /[)\]}]/.test(other);
    }
  }
  return { comments, top: top ?? text.length };
}
