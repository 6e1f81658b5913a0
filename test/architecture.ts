/** Which of our packages each may import; from these, docs/pictures/packages.svg is drawn. */
export const arrows: Readonly<Record<string, readonly string[]>> = {
  "policy-language": [],
  "policy-logic": ["policy-language"],
  "policy-builder": ["policy-language"],
  "policy-lint": ["policy-language", "policy-logic"],
  "policy-engine": ["policy-language"],
  project: ["policy-language", "policy-builder"],
  "policy-proof": ["policy-language", "policy-logic", "policy-engine"],
  "policy-impact": ["policy-language", "policy-logic", "policy-engine", "policy-proof", "report"],
  report: ["policy-language", "policy-engine"],
  api: ["policy-language"],
  emulator: ["policy-language"],
  gateway: ["policy-language", "policy-engine"],
  "language-server": [
    "policy-language",
    "policy-logic",
    "policy-lint",
    "policy-engine",
    "policy-proof",
  ],
  cli: [
    "policy-language",
    "policy-builder",
    "policy-lint",
    "policy-engine",
    "project",
    "policy-proof",
    "policy-impact",
    "report",
    "api",
    "emulator",
    "gateway",
    "language-server",
  ],
  // It starts the command, and imports none of it.
  vscode: [],
  playground: [
    "policy-language",
    "policy-logic",
    "policy-builder",
    "policy-lint",
    "policy-engine",
    "policy-proof",
    "report",
    "language-server",
  ],
};

/** The packages that run in a browser, too: they use nothing of Node's. */
export const inBrowsers: readonly string[] = [
  "policy-language",
  "policy-logic",
  "policy-builder",
  "policy-lint",
  "policy-engine",
  "policy-proof",
  "report",
  "language-server",
  "playground",
];

/** The packages whose folders import each other in circles; no file does. */
export const foldersInCircles: readonly string[] = [
  "policy-builder",
  "policy-engine",
  "policy-language",
];
