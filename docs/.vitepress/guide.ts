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
 * All pages in their order, except those of single lint rules. A page that does not exist yet is
 * omitted, so that its place can be set before it is written.
 */
export const guide: readonly GuidePart[] = [
  {
    title: "Start",
    pages: [
      page("getting-started.md", "Getting started", "a working project, step by step"),
      page("without-node.md", "Without Node.js", "one executable, an image, Deno and Bun"),
      page("playground.md", "Playground", "a policy in the browser: nothing leaves the page"),
      page("adopting.md", "Adopt existing policies", "bring stored policies and files into code"),
      page(
        "from-edges-to-endpoints.md",
        "From edges to endpoints",
        "policies in phases, for cloud endpoints",
      ),
    ],
  },
  {
    title: "Write and check",
    pages: [
      page("writing-policies.md", "Write", "policies in TypeScript, with completion and types"),
      page("editors.md", "Editors", "findings, completion and fixes while you type"),
      page("agents.md", "Coding agents", "the same answers for models, and a skill"),
      page("linting.md", "Lint", "find problems before they are committed"),
      page(
        "manifests.md",
        "Policies where they stand",
        "in manifests, agent configurations and Terraform",
      ),
      page("fixing.md", "Fix", "let the linter apply safe fixes"),
      page("hooks.md", "Hooks and CI", "lint each commit and each pull request"),
    ],
  },
  {
    title: "Try",
    pages: [
      page("simulating.md", "Simulate", "what a policy does to a request, and why"),
      page(
        "playground-guide.md",
        "Playground, explained",
        "what the page shows, links, and your own files in it",
      ),
      page("drawing.md", "Draw", "a policy as a picture, with the path of a request"),
      page("testing.md", "Test", "cases for a policy, and their coverage"),
      page("proving.md", "Prove", "what holds for all requests, or a request that shows otherwise"),
      page(
        "site.md",
        "A whole site",
        "how endpoints work together, and what is wrong between them",
      ),
      page("impact.md", "Impact", "what a change would have done to last week's traffic"),
      page("serving.md", "Serve", "a policy in front of an upstream, for a browser"),
      page("emulator.md", "Emulate the service", "the service on your machine, without an account"),
    ],
  },
  {
    title: "Deploy",
    pages: [
      page("deploying.md", "Deploy", "plan, write, verify, and roll back"),
      page(
        "environments.md",
        "Environments and workspaces",
        "staging and production, several services, many folders",
      ),
      page("comparing.md", "Compare", "stored policies with local ones"),
      page("resources.md", "Edges, endpoints, routes", "the operations of the service as commands"),
    ],
  },
  {
    title: "Extend",
    pages: [
      page("custom-rules.md", "Write a lint rule", "a custom rule, with its test"),
      page(
        "extending-the-catalogue.md",
        "Extend the catalogue",
        "your own actions, variables and functions",
      ),
    ],
  },
  {
    title: "From a program",
    pages: [
      page("programs.md", "The packages", "what each one does, with an example of all"),
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
      page("exit-status.md", "Exit status", "what each exit status means"),
      page("json-outputs.md", "JSON outputs", "what `--format json` prints, with schemas"),
      page("configuration.md", "Configuration", "every key of the configuration"),
      page("catalogue/actions.md", "Actions", "each action with its config"),
      page("catalogue/variables.md", "Variables", "what expressions can read"),
      page("catalogue/functions.md", "Functions", "functions, methods and operators"),
      page(
        "catalogue/phases/actions.md",
        "Actions of phases",
        "the same for `on_http_request` and the others",
      ),
      page(
        "catalogue/phases/variables.md",
        "Variables of phases",
        "what expressions in phases can read",
      ),
      page(
        "catalogue/phases/functions.md",
        "Functions of phases",
        "what expressions in phases can call",
      ),
      page(
        "catalogue/phases/migration.md",
        "What migrate does",
        "each action, key and name, in phases",
      ),
      page("catalogue/error-codes.md", "Error codes", "what the service means by a code"),
      page("rules/index.md", "Lint rules", "each rule, what it finds and why"),
      page("log-formats.md", "Log formats", "which fields of a request each log format has"),
      page("open-questions.md", "Open questions", "what the service's documentation leaves open"),
    ],
  },
  {
    title: "How it is made",
    pages: [
      page(
        "architecture.md",
        "Architecture",
        "the packages, and the path of a policy through them",
      ),
      page("theory.md", "How proofs work", "the theory behind the answers, its limits and checks"),
      page("decisions.md", "Decisions", "why it is built as it is"),
      page("performance.md", "Performance", "what was tried to make it fast"),
      page("benchmarks.md", "Benchmarks", "figures, compared with peers and goals"),
    ],
  },
];
