import { CodeComments } from "@traffic-policy/policy-lint/internal";
import { describe, expect, test } from "vitest";

/** The comments of a code file about lint rules, each as `line:column-line:column order rules`. */
function comments(code: string): string[] {
  const nodes = new CodeComments(() => code).of("a.ts").nodes(new Map());
  return nodes.map(({ location: { start, end }, order, rules, isMisplaced = false }) =>
    [
      `${start.line}:${start.column}-${end.line}:${end.column}`,
      order.replace("traffic-policy-ignore", "…"),
      ...rules.map(({ name }) => name),
      ...(isMisplaced ? ["misplaced"] : []),
    ].join(" "),
  );
}

const order = "traffic-policy-ignore-line a/b";

describe("comments of code", () => {
  test.each([
    ["alone", `  // ${order}  `, "1:3-1:36"],
    ["in a block", `/* ${order} */`, "1:1-1:37"],
    ["behind code", `deny(), // ${order}`, "1:9-1:42"],
    ["in a block before code", `/* ${order} */ deny()`, "1:1-1:37"],
    ["behind another comment", `/* x */ // ${order}`, "1:9-1:42"],
    ["with a reason on the next line", `/* ${order}\n -- why */`, "1:1-2:11"],
    ["behind a string with a quote", `deny("\\"'\`") // ${order}`, "1:14-1:47"],
    ["behind a template", `cel\`a \${b + \`\${{}}\`} "\` // ${order}`, "1:25-1:58"],
    ["behind a division", `a / b; c() / d // ${order}`, "1:16-1:49"],
    ["behind a regular expression", `/["'\`/]\\//u.test(x) // ${order}`, "1:21-1:54"],
    ["behind one that is returned", `return /'/ // ${order}`, "1:12-1:45"],
    ["behind an open quote", `it's\n// ${order}`, "2:1-2:34"],
    ["in an expression of a template", `\`\${1 /* ${order} */}\``, "1:6-1:42"],
    ["after a line with a carriage return", `x\r\n// ${order}\r\ny`, "2:1-2:34"],
    ["after a byte order mark", `\ufeff// ${order}`, "1:1-1:34"],
    ["without an end", `/* ${order}`, "1:1-1:34"],
  ])("%s", (_what, code, place) => {
    expect(comments(code)).toEqual([`${place} …-line a/b`]);
  });

  test.each([
    ["a string", `"// ${order}"`],
    ["a string with a quote in it", `'\\'// ${order}'`],
    ["a template", `\`\n// ${order}\n\``],
    ["a template after an expression", `\`\${{ a: "}" }}\n// ${order}\``],
    ["a template in a template", `\`\${\`// ${order}\`}\``],
    ["a regular expression", `x = /[//] ${order}/`],
    ["another comment", `// See // ${order}`],
    ["a block of text", `/**\n * ${order}\n */`],
  ])("none is in %s", (_what, code) => {
    expect(comments(code)).toEqual([]);
  });
});

describe("one about the file", () => {
  const aboutFile = "// traffic-policy-ignore-file a/b";

  test.each([
    ["first", ""],
    ["after the line that names the program", "#!/usr/bin/env node\n"],
    ["after a licence", "/**\n * Ours.\n */\n\n"],
    ["after a byte order mark", "\ufeff"],
  ])("stands at the top %s", (_what, before) => {
    const [comment = ""] = comments(`${before}${aboutFile}\nexport {};`);
    expect(comment).toMatch(/ …-file a\/b$/);
  });

  test.each([
    ["after a statement", "export {};\n"],
    ["behind one", "export {}; "],
  ])("does not stand there %s", (_what, before) => {
    const [comment = ""] = comments(before + aboutFile);
    expect(comment).toMatch(/ …-file a\/b misplaced$/);
  });
});
