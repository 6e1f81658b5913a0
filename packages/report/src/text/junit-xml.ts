/** Tests that belong together, such as those of a file. */
export interface JunitSuite {
  readonly name: string;
  readonly tests: readonly JunitTest[];
}

/** One test, in the terms of JUnit. */
export interface JunitTest {
  readonly name: string;
  readonly outcome: "passed" | "failed" | "error" | "skipped";
  /** The error in a sentence, for a test that failed or could not be run; why it was not run, for one that is skipped. */
  readonly message?: string;
  /** Which kind of failure it is. */
  readonly type?: string;
  /** All that there is to say; of a test that passed, what it printed. */
  readonly text?: string;
}

/**
 * Suites as JUnit's XML.
 *
 * @param name - of the whole run
 */
export function junitXml(name: string, suites: readonly JunitSuite[]): string {
  const all = suites.flatMap(({ tests }) => tests);
  const lines = suites.flatMap((suite) => [
    `  <testsuite${attributes({ name: suite.name, ...counts(suite.tests) })}>`,
    ...suite.tests.map((test) => testCase(test, suite.name)),
    "  </testsuite>",
  ]);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${attributes({ name, ...counts(all) })}>`,
    ...lines,
    "</testsuites>",
    "",
  ].join("\n");
}

function counts(tests: readonly JunitTest[]): Record<string, number> {
  const count = (outcome: JunitTest["outcome"]): number =>
    tests.filter((test) => test.outcome === outcome).length;
  const failed = { failures: count("failed"), errors: count("error") };
  return { tests: tests.length, ...failed, skipped: count("skipped") };
}

function testCase(
  { name, outcome, message = "", type, text = "" }: JunitTest,
  suite: string,
): string {
  const opening = `    <testcase${attributes({ name, classname: suite })}`;
  if (outcome === "passed") {
    if (text === "") return `${opening}/>`;
    return `${opening}><system-out>${escape(text)}</system-out></testcase>`;
  }
  if (outcome === "skipped") {
    return `${opening}><skipped${attributes({ message })}/></testcase>`;
  }
  const element = outcome === "failed" ? "failure" : "error";
  const what = attributes({ ...(type !== undefined && { type }), message });
  return `${opening}><${element}${what}>${escape(text)}</${element}></testcase>`;
}

function attributes(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${escape(String(value))}"`)
    .join("");
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\t": "&#9;",
  "\n": "&#10;",
  "\r": "&#13;",
};

/** XML 1.0 cannot represent most control characters, nor half of a surrogate pair. */
function escape(text: string): string {
  return (
    text
      .toWellFormed()
      // eslint-disable-next-line no-control-regex
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "\ufffd")
      .replace(/[&<>"\t\n\r]/g, (character) => entities[character] ?? character)
      // What is left of what terminals and the logs of GitHub Actions obey.
      .replaceAll("##[", "##&#91;")
      .replace(
        /[\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g,
        (character) => `&#${character.charCodeAt(0)};`,
      )
  );
}
