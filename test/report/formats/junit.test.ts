import junitReport from "@traffic-policy/report/formats/junit";
import { expect, test } from "vitest";
import { context, diagnostic, report, withWitness } from "../sample.ts";

test("a suite a file, a test a finding; only errors fail", () => {
  const found = [diagnostic(), diagnostic({ severity: "warning", help: "Add one." })];
  const failures = [{ file: "bad.ts", message: "bad.ts: It throws no.", help: "Look." }];
  const text = junitReport(report(found, { files: ["web.json", "ok.json"], failures }), context());
  expect(text).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="traffic-policy lint" tests="4" failures="1" errors="1" skipped="0">
  <testsuite name="web.json" tests="2" failures="1" errors="0" skipped="0">
    <testcase name="expression/syntax web.json:2:5" classname="web.json"><failure type="error" message="A name is missing here.">web.json:2:5: A name is missing here.</failure></testcase>
    <testcase name="expression/syntax web.json:2:5" classname="web.json"><system-out>warning: web.json:2:5: A name is missing here.&#10;Add one.</system-out></testcase>
  </testsuite>
  <testsuite name="ok.json" tests="1" failures="0" errors="0" skipped="0">
    <testcase name="No findings" classname="ok.json"/>
  </testsuite>
  <testsuite name="bad.ts" tests="1" failures="0" errors="1" skipped="0">
    <testcase name="The file could not be linted" classname="bad.ts"><error message="bad.ts: It throws no.">Look.</error></testcase>
  </testsuite>
</testsuites>
`);
});

test("what XML would take for something else is escaped, and what it cannot hold replaced", () => {
  const message = `<b> & "quotes" ]]> \t\u0007\ud800`;
  const text = junitReport(report([diagnostic({ message })]), context());
  expect(text).toContain(
    'message="&lt;b&gt; &amp; &quot;quotes&quot; ]]&gt; &#9;\ufffd\ufffd">web.json:2:5: &lt;b&gt; &amp; ',
  );
});

test("what terminals and logs obey stands as entities", () => {
  const message = "a\u009b\u202e\u2028##[error]b";
  expect(junitReport(report([diagnostic({ message })]), context())).toContain(
    'message="a&#155;&#8238;&#8232;##&#91;error]b"',
  );
});

test("a report without files is a document, too", () => {
  expect(junitReport(report([], { files: [] }), context())).toBe(
    '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="traffic-policy lint" tests="0" failures="0" errors="0" skipped="0">\n</testsuites>\n',
  );
});

test("the exchange that shows a finding is said after it", () => {
  expect(junitReport(report([withWitness]), context())).toContain(
    ">web.json:2:5: A name is missing here.&#10;It fails for GET https://example.com/.&#10;Add one.<",
  );
});

test("what was left out is skipped, so that it does not look like what passed", () => {
  const left = {
    notChecked: [{ file: "plan.json#a.b", reason: "known only after apply" }],
    ignored: 2,
  };
  expect(junitReport(report([], left), context())).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="traffic-policy lint" tests="3" failures="0" errors="0" skipped="2">
  <testsuite name="web.json" tests="1" failures="0" errors="0" skipped="0">
    <testcase name="No findings" classname="web.json"/>
  </testsuite>
  <testsuite name="plan.json#a.b" tests="1" failures="0" errors="0" skipped="1">
    <testcase name="Not linted" classname="plan.json#a.b"><skipped message="known only after apply"/></testcase>
  </testsuite>
  <testsuite name="lint.ignore" tests="1" failures="0" errors="0" skipped="1">
    <testcase name="Not linted" classname="lint.ignore"><skipped message="2 files ignored by lint.ignore"/></testcase>
  </testsuite>
</testsuites>
`);
});
