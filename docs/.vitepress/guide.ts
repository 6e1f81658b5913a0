/** A page of the guide, in its place. */
export interface GuidePage {
  /** Its path below `docs`. */
  readonly file: string;
  /** What lists of pages call it. */
  readonly title: string;
  /** What it is about, in a phrase. */
  readonly about: string;
}

export interface GuidePart {
  readonly title: string;
  readonly pages: readonly GuidePage[];
}

function page(file: string, title: string, about: string): GuidePage {
  return { file, title, about };
}

/**
 * All pages in their order, but those of the single lint rules. A page that is not there yet is left
 * out, so that its place can be told before it is written.
 */
export const guide: readonly GuidePart[] = [
  {
    title: "Begin",
    pages: [
      page("getting-started.md", "Getting started", "a project that works at once, step by step"),
      page("adopting.md", "Adopt what exists", "bring stored policies and old files into code"),
    ],
  },
  {
    title: "Write and check",
    pages: [
      page("writing-policies.md", "Write", "policies in TypeScript, with completion and types"),
      page("linting.md", "Lint", "find what is wrong before it is committed"),
      page("fixing.md", "Fix", "let the linter mend what it is sure of"),
      page("hooks.md", "Hooks and CI", "lint before each commit, and each pull request"),
    ],
  },
  {
    title: "Try",
    pages: [
      page("simulating.md", "Simulate", "what a policy does to a request, and why"),
      page("testing.md", "Test", "cases beside a policy, and what they cover"),
      page("serving.md", "Serve", "a policy in front of an upstream, for a browser"),
      page("emulator.md", "Emulate the service", "the service on your machine, without an account"),
    ],
  },
  {
    title: "Put on the service",
    pages: [
      page("deploying.md", "Deploy", "plan, write, verify, and roll back"),
      page("comparing.md", "Compare", "what the service stores beside what is here"),
      page("resources.md", "Edges, endpoints, routes", "the operations of the service as commands"),
    ],
  },
  {
    title: "Extend",
    pages: [
      page("custom-rules.md", "Write a lint rule", "a rule of your own, with its test"),
      page(
        "extending-the-catalogue.md",
        "Extend the catalogue",
        "actions, variables and functions of your own",
      ),
    ],
  },
  {
    title: "From a program",
    pages: [
      page("programs.md", "The packages", "which one does what, all of them at work"),
      page("client.md", "The client", "the service, with retries and limits"),
      page("expressions.md", "Expressions", "read, check and print CEL"),
      page("simulating-in-a-program.md", "Simulate", "exchanges, outcomes and traces as data"),
      page("serving-in-a-program.md", "Serve", "the gateway, for tests with real requests"),
    ],
  },
  {
    title: "Reference",
    pages: [
      page("command.md", "Command", "every option of every command"),
      page("exit-status.md", "Exit status", "what each command ends with"),
      page("json-outputs.md", "JSON outputs", "what `--format json` prints, with schemas"),
      page("configuration.md", "Configuration", "every key of the configuration"),
      page("catalogue/actions.md", "Actions", "each action with its config"),
      page("catalogue/variables.md", "Variables", "what expressions can ask for"),
      page("catalogue/functions.md", "Functions", "functions, methods and operators"),
      page("rules/index.md", "Lint rules", "each rule, what it finds and why"),
      page("open-questions.md", "Open questions", "what the service's documentation leaves open"),
    ],
  },
  {
    title: "How it is made",
    pages: [
      page("architecture.md", "Architecture", "the packages, and a policy's way through them"),
      page("decisions.md", "Decisions", "why it is built as it is, and what it stands on"),
      page("performance.md", "Performance", "what was tried to make it quick"),
      page("benchmarks.md", "Benchmarks", "figures beside their peers and goals"),
    ],
  },
];
