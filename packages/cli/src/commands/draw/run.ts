import { compilePolicy } from "@traffic-policy/policy-engine";
import { compare } from "@traffic-policy/policy-language";
import { oneOfText, titleOf } from "@traffic-policy/policy-engine/report";
import { documentOf } from "@traffic-policy/project";
import type { SelectedPolicy } from "@traffic-policy/project/selection";
import { projectOf } from "../../configuration/project.ts";
import {
  DrawingError,
  drawPolicy,
  mermaidText,
  svgText,
  type Drawing,
} from "@traffic-policy/report/drawing";
import { SecretMask } from "@traffic-policy/report/secret-mask";
import { CommandError, exitStatus, type Context, type ExitStatus } from "../../context.ts";
import { askedExchanges } from "../../exchange/asked-exchanges.ts";
import type { GivenExchange } from "../../exchange/given-exchange.ts";
import { behaviourOptions, stubs } from "../../simulation/behaviour-options.ts";
import {
  dependenceLines,
  possibleLines,
  errorLines,
  notSimulatedLines,
} from "../../simulation/report/outcome-lines.ts";
import { printProblems } from "../../simulation/report/pretty.ts";
import { visible } from "@traffic-policy/report";
import { simulateOne, surelyFails } from "../../simulation/simulation.ts";
import type { DrawOptions } from "./command.ts";
import { writePictures, type Picture } from "./write-pictures.ts";

/** Runs `traffic-policy draw [policy...]`: draws policies, with the path of an exchange. */
export default async function draw(
  names: readonly string[],
  options: DrawOptions,
  context: Context,
): Promise<ExitStatus> {
  const given = await exchangeToDraw(options, context);
  if (options.site) {
    if (options.compare === true || options.detail !== undefined) {
      throw new CommandError("A site is drawn whole, and not compared.", {
        help: "Use --site without --compare and --detail.",
      });
    }
    const { drawSite } = await import("./draw-site.ts");
    return drawSite(names, given, options, context);
  }
  if (options.compare === true) checkCompared(names, given, options);
  const policies = await projectOf(options, context).policiesOf(names, options.protocol);
  if (options.compare === true) {
    return output([await comparedPicture(policies, options, context)], options, context);
  }
  if (options.out === undefined && policies.length > 1) {
    throw new CommandError(`There are ${policies.length} policies, and only one can be printed.`, {
      help: "Write them to a folder with --out, or name one of them.",
    });
  }
  const pictures: DrawnPicture[] = [];
  for (const policy of policies) {
    const picture = await pictureOf(policy, given, options, context);
    const { notes } = picture;
    const heading = policies.length > 1 && notes.length > 0 ? [`${visible(policy.title)}:`] : [];
    context.terminal.err([...heading, ...notes].map((line) => `${line}\n`).join(""));
    pictures.push(picture);
  }
  return output(pictures, options, context);
}

async function output(
  pictures: readonly Omit<DrawnPicture, "notes">[],
  { out, format, force }: DrawOptions,
  context: Context,
): Promise<ExitStatus> {
  const { terminal } = context;
  if (out === undefined) {
    terminal.document(pictures[0]?.text ?? "");
    if (format === "svg" && terminal.style.width !== Infinity) {
      terminal.err("This is the text of an SVG picture; --out policy.svg writes it to a file.\n");
    }
  } else await writePictures(pictures, { out, format, force }, context);
  return pictures.some(({ fails }) => fails) ? exitStatus.findings : exitStatus.ok;
}

function checkCompared(
  names: readonly string[],
  given: GivenExchange | undefined,
  { detail }: DrawOptions,
): void {
  if (names.length !== 2) {
    throw new CommandError(`--compare is about two policies, and ${names.length} are named.`, {
      help: "Write it like draw before.json after.json --compare.",
    });
  }
  if (given !== undefined || detail === "matched") {
    throw new CommandError("A comparison is drawn without a request.", {
      help: "Remove the request or --compare.",
    });
  }
}

/** @throws CommandError when the policies differ in protocol or dialect */
async function comparedPicture(
  policies: readonly SelectedPolicy[],
  options: DrawOptions,
  { terminal }: Context,
): Promise<Omit<DrawnPicture, "notes">> {
  const mask = new SecretMask();
  const sides = [];
  for (const { loaded, protocol, title } of policies) {
    const document = documentOf(loaded);
    const policy = await compilePolicy(document, { protocol });
    printProblems({ source: loaded.source, policy }, "drawn", terminal);
    const shown = await compilePolicy(mask.value(document), { protocol });
    sides.push({ title, document, policy: shown });
  }
  const [before, after] = sides;
  if (before === undefined || after === undefined) throw new Error("Two policies are compared.");
  const { dialect, protocol } = after.policy;
  if (before.policy.protocol !== protocol || before.policy.dialect.name !== dialect.name) {
    throw new CommandError("The policies differ in their protocol or their dialect.", {
      help: "Compare two policies for the same kind of target.",
    });
  }
  // Compared before they are masked: a secret that was replaced is a change.
  const { state, changes } = compare(after.document, before.document, dialect);
  const drawing = drawPolicy(after.policy, {
    title: after.title,
    before: { ...before, comparison: { state, changes: mask.changes(changes) } },
  });
  const text = pictureText(drawing, options);
  return { name: policies.at(-1)?.name ?? "", text, fails: false };
}

interface DrawnPicture extends Picture {
  readonly fails: boolean;
  readonly notes: readonly string[];
}

async function pictureOf(
  { name, title, loaded, protocol }: SelectedPolicy,
  given: GivenExchange | undefined,
  options: DrawOptions,
  { clock, terminal }: Context,
): Promise<DrawnPicture> {
  const document = documentOf(loaded);
  const policy = await compilePolicy(document, { protocol });
  printProblems({ source: loaded.source, policy }, "drawn", terminal);
  const behaviour = behaviourOptions(options);
  const simulation =
    given &&
    (await simulateOne(policy, given, {
      behaviour,
      stubs: stubs(options, policy),
      clock,
    }));
  const [shown] = simulation?.possible ?? [];
  const mask = new SecretMask();
  const drawn = await compilePolicy(mask.value(document), { protocol });
  const drawing = drawPolicy(drawn, {
    title,
    ...(simulation &&
      shown && {
        exchange: mask.text(
          `${titleOf(simulation.asked, simulation.exchange)}${oneOfText(simulation)}`,
        ),
        outcome: mask.data(shown.outcome),
      }),
  });
  const text = pictureText(drawing, options);
  if (simulation === undefined || shown === undefined) {
    return { name, text, fails: false, notes: [] };
  }
  const { outcome, dependsOn } = shown;
  const notes = [
    ...possibleLines(simulation, terminal.errStyle),
    ...errorLines(outcome, loaded.source, terminal.errStyle),
    ...notSimulatedLines(outcome, terminal.errStyle),
    ...dependenceLines(outcome, dependsOn, terminal.errStyle),
  ];
  return { name, text, fails: surelyFails(simulation), notes };
}

function pictureText(drawing: Drawing, { format, detail }: DrawOptions): string {
  const how = detail === undefined ? {} : { detail };
  if (format === "svg") return svgText(drawing, how);
  return diagram(drawing.title, () => mermaidText(drawing, how));
}

function diagram(title: string, print: () => string): string {
  try {
    return print();
  } catch (error) {
    if (!(error instanceof DrawingError)) throw error;
    throw new CommandError(`${title}: ${error.message}`, {
      help: "Use --format svg, --detail brief, or a request with --detail matched.",
    });
  }
}

async function exchangeToDraw(
  options: DrawOptions,
  context: Context,
): Promise<GivenExchange | undefined> {
  if (exchangeParts.every((name) => options[name] === undefined)) {
    const [needless] = Object.entries({
      "--option": options.option,
      "--stub": options.stub,
      "--detail matched": options.detail === "matched" ? true : undefined,
    }).flatMap(([name, value]) => (value === undefined ? [] : [name]));
    if (needless === undefined) return undefined;
    throw new CommandError(`${needless} is about a request, but none is given.`, {
      help: "Add one, like --request 'GET https://example.com/'.",
    });
  }
  const given = await askedExchanges(options, context);
  if (!isRecording(given)) return given;
  const [only, ...others] = given;
  if (only !== undefined && others.length === 0) return only;
  throw new CommandError(
    `${options.exchange}: The HAR file has ${given.length} exchanges, and a drawing shows one.`,
    { help: "Choose it with --entry, counted from 1." },
  );
}

function isRecording(
  given: GivenExchange | readonly GivenExchange[],
): given is readonly GivenExchange[] {
  return Array.isArray(given);
}

const exchangeParts = [
  "request",
  "header",
  "body",
  "bodyFile",
  "curl",
  "exchange",
  "entry",
  "clientIp",
  "country",
  "time",
  "variable",
  "response",
  "responseHeader",
  "responseBody",
  "responseBodyFile",
] as const satisfies readonly (keyof DrawOptions)[];
