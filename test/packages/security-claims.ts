/**
 * What shows the claims of SECURITY.md: for each, by its beginning, the tests, by their files and the beginnings of their
 * titles. Those without a test only warn.
 */
export const claims: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  "Configurations, policies and lint rules": {},
  "A configuration is searched for": {
    "test/e2e/user-code.system.test.ts": [
      "a configuration in code is run by whatever looks for one, with the environment and the rights of the command",
    ],
  },
  "JSON and YAML are only read": {
    "test/policy-logic/nested-macros.test.ts": ["%s within itself is read within a bound"],
    "test/e2e/user-code.system.test.ts": ["nothing in a policy or a configuration of data is run"],
  },
  "Types are removed from TypeScript": {
    "test/project/code/blank-types.test.ts": [
      "every character that is not of a type stays where it is",
    ],
    "test/e2e/convert.test.ts": ["what convert writes of any text is built as that text again"],
  },
  "A module may take five seconds to load": {
    "test/e2e/lint/failures.system.test.ts": ["five seconds are the limit when nobody says"],
    "test/e2e/user-code.system.test.ts": [
      "a process that does not end is ended with the time of the code that waits for it",
    ],
  },
  "What your code prints goes to stderr": {
    "test/e2e/user-code.system.test.ts": ["what it prints goes to stderr, whatever it prints with"],
  },
  "Ending the process": {
    "test/e2e/user-code.system.test.ts": [
      "what nobody waits for makes a run a failure",
      "what comes when all is done is told, and the status says it",
    ],
  },
  "Replacing a function of the language": {
    "test/e2e/user-code.system.test.ts": [
      "a built-in object that code changes makes the run a failure, and is put back",
    ],
  },
  "`serve` runs code in a separate process": {
    "test/e2e/serve/reload.system.test.ts": [
      "while code of the policy does not end, requests are answered by the policy before",
      "code of the policy never runs in the process that serves",
    ],
  },
  "`lsp` runs code of a workspace only": {
    "test/e2e/language-server/trust.system.test.ts": [
      "code of a workspace runs only when it is trusted",
    ],
    "test/e2e/language-server/code-beside.system.test.ts": [
      "code that a document is about, or is checked with, runs only with trust",
    ],
    "test/e2e/language-server/leftovers.system.test.ts": ["can be read by the user alone"],
  },
  "`mcp` runs no code of a project": {
    "test/cli/commands/mcp/call.test.ts": [
      "outside of the roots is refused",
      "code of the project is refused, with what allows it",
    ],
    "test/e2e/mcp/hostile.system.test.ts": [
      "nothing is written and nothing is sent, whatever is called",
      "is stopped with --allow-code, and the server goes on",
    ],
  },
  "`--fix` runs a module again for each change that it tries": {
    "test/e2e/fix-code.test.ts": [
      "a policy that imports one that was fixed is linted with it, also in a dry run",
    ],
  },
  "`simulate` and `test` send nothing": {
    "test/packages/security.system.test.ts": ["only the client and the gateway speak to others"],
  },
  "Input from others is limited": {
    "test/policy-language/document/yaml/parse-yaml.test.ts": [
      "of a long text that multiply are an error",
      "that nest too deep are an error",
    ],
    "test/policy-language/expression/parse.test.ts": [
      "a text longer than the limit is refused as a whole",
    ],
    "test/cli/fuzz/readers.test.ts": [
      "that was changed is taken, or refused in a sentence with a place inside it",
    ],
    "test/api/fuzz.test.ts": ["any answer is taken, or refused in a sentence, by each operation"],
    "test/cli/hostile-texts.test.ts": [
      "in what commands print",
      "in the findings of lint for GitHub are one command each",
    ],
    "test/e2e/output.system.test.ts": ["reaches a pipe as it is, so that it can be applied"],
  },
  "It is read from `TRAFFIC_POLICY_API_KEY`": { "test/e2e/doctor.test.ts": ["its file has mode"] },
  "It is sent in the header `Authorization` to the origin of th": {
    "test/api/security.test.ts": [
      "but it is in the header of the request, and nowhere else in it",
      "not after a redirect",
      "not to the host of the next page",
    ],
  },
  "It goes over HTTPS": {
    "test/e2e/broken-input.test.ts": [
      "plain HTTP to another machine, where the key could be read on the way",
    ],
    "test/e2e/proxy.test.ts": [
      "requests go through a proxy",
      "the service's certificate counts also behind a proxy",
      "a host in NO_PROXY and this machine are reached without it",
    ],
  },
  "**The configuration sets the base URL": {},
  "It is never printed": {
    "test/e2e/deploy.test.ts": ["never prints the API key"],
    "test/e2e/api-key.system.test.ts": [
      "the key is not repeated of",
      "what code of the user's prints and throws",
      "a document that holds the key is printed without it, with a warning",
    ],
    "test/api/secret.test.ts": [
      "is hidden however it is written, and nothing around it",
      "is hidden when half of it or twelve characters are left, wherever in it",
      "is hidden with",
    ],
    "test/cli/key-hiding.test.ts": [
      "a key is hidden wherever it is split, with two characters of it written at most",
      "a key is hidden that is broken by ends of lines",
    ],
    "test/api/security.test.ts": ["when the service repeats it in"],
  },
  "A key of fewer than eight characters is refused": {
    "test/api/configuration.test.ts": [
      "a key that is too short to be hidden is taken on this machine only",
    ],
  },
  "A base URL": {
    "test/api/configuration.test.ts": ["a base URL with it in its"],
    "test/api/tcp-edges.test.ts": ["the API key as an identifier"],
    "test/e2e/api-key.system.test.ts": [
      "with a target of the key's name is refused, and nothing is written",
    ],
  },
  "It is written to no file": {
    "test/emulator/data-file.system.test.ts": ["the API key is not in it, nor in what is refused"],
  },
  "Only these files": {
    "test/packages/security.system.test.ts": ["opens or writes files"],
    "test/e2e/what-is-written.system.test.ts": [
      "each command writes where SECURITY.md says, and nowhere else beside the configuration",
    ],
  },
  "Each file is complete or unchanged": {
    "test/e2e/full-disk.system.test.ts": [
      "where files can only grow so far, each is whole or as it was after",
    ],
    "test/emulator/files/replace-file.test.ts": ["where there is no room, the file is as it was"],
    "test/e2e/deploying/killed.system.test.ts": [
      "a deploy that is killed, alone or beside another one, leaves the old or the new policies",
    ],
    "test/cli/history/history.test.ts": ["what a killed run has left is removed by the next one"],
  },
  "What a target holds is saved before it is overwritten": {
    "test/e2e/full-disk.system.test.ts": [
      "on a small file system, a deploy writes to no target whose policy it could not keep",
    ],
  },
  "Damaged files are not used": {
    "test/e2e/start.system.test.ts": ["and made anew when it is damaged"],
    "test/cli/lint/damaged.test.ts": ["that is damaged knows nothing, or the same findings"],
    "test/cli/deploying/damaged-plan.test.ts": [
      "a damaged plan is refused in a sentence, or it is the same plan",
    ],
    "test/cli/history/history.test.ts": [
      "a damaged entry is never taken for one, and hides no other",
    ],
  },
  "In one folder": {
    "test/cli/history/history.test.ts": [
      "the second waits for the first, says so, and their entries are numbered one after the other",
    ],
  },
  "Whoever can write the machine code controls the command": {
    "test/e2e/start.system.test.ts": [
      "but not where others could write it",
      "in a folder that is the user's own, and the next run is the same",
    ],
  },
  "A fix keeps the mode": {
    "test/e2e/fix.test.ts": [
      "mode, link, byte order mark and line breaks stay",
      "a file that somebody changes in the meantime is left alone, with a sentence",
    ],
  },
  "Nothing else is overwritten": {
    "test/e2e/convert.test.ts": ["convert never writes over a file unless it is told to"],
    "test/cli/commands/draw/out.test.ts": ["a file that is something else is not overwritten"],
    "test/e2e/comparing/build.test.ts": ["over a file that no build wrote"],
    "test/e2e/comparing/pull-all.test.ts": ["a configuration here or above is never replaced"],
    "test/e2e/init.system.test.ts": ["keeps everything that it has"],
    "test/e2e/deploying/saved-plan.test.ts": [
      "a plan is written over no file but an earlier plan, and through no link out of the folder",
    ],
  },
  "`init` and `plan --out` follow no symbolic link out of the f": {
    "test/e2e/init.system.test.ts": [
      "writes through no symbolic link that leads out of the folder",
    ],
  },
  "Only their owner can read plans": {
    "test/e2e/deploying/saved-plan.test.ts": [
      "a saved plan is carried out with the policies of then, and only its owner can read it",
      "a plan for another service or for other targets is refused, and nothing is sent",
    ],
    "test/e2e/deploying/history.test.ts": [
      "what is overwritten is kept for its owner alone, and not in git",
    ],
    "test/emulator/data-file.system.test.ts": [
      "is written before the answer, for its owner only, and leaves nothing else",
    ],
  },
  "Secrets are masked in differences": {
    "test/cli/secrets-hiding.test.ts": ["prints no secret"],
    "test/report/secret-mask.test.ts": ["equal secrets have equal numbers, and others have others"],
  },
  "Only `deploy`": {
    "test/e2e/what-is-written.system.test.ts": [
      "what only looks sends no request that writes, and a deploy with nobody to ask sends none either",
    ],
    "test/e2e/overwriting.test.ts": [
      "writes nothing when nobody can be asked",
      "keeps what was there as that of the target, so that rollback puts it back",
      "asks nothing where there is nothing, and keeps nothing",
    ],
  },
  "The emulator listens on 127": {
    "test/emulator/emulator.test.ts": ["no other address of the machine is listened on"],
    "test/emulator/access.test.ts": [
      "any is taken when none is set, but one there must be",
      "not who asks for",
      "not a page of",
    ],
  },
  "The gateway of `serve` listens on loopback only": {
    "test/gateway/start.test.ts": ["listens on loopback only"],
    "test/gateway/forwarding.test.ts": [
      "is the gateway's own, with the host that the client asks for",
    ],
    "test/gateway/fire/smuggling.test.ts": ["is refused, and what follows is not read"],
    "test/gateway/fire/slow-clients.system.test.ts": [
      "heads that come byte by byte are given up, and others are served meanwhile",
    ],
  },
  "`playground` listens on loopback only": {
    "test/gateway/page.test.ts": [
      "are all that is served",
      "are not for other origins, and nothing is taken",
      "needs the token once, and then the session that came with it",
    ],
    "test/e2e/playground.system.test.ts": ["a link to another project"],
  },
  "`--watch`": {
    "test/cli/git/checked-out-commit.test.ts": [
      "a filter of the repository's own configuration does not run",
    ],
    "test/packages/security.system.test.ts": ["starts processes"],
  },
  "The extension for VS Code starts the language server that it": {
    "test/vscode/server.test.ts": ["code of an untrusted workspace is not started"],
    "test/vscode/settings.test.ts": ["an untrusted workspace cannot name the command"],
  },
  "The command connects to the service": {
    "test/packages/security.system.test.ts": ["only the client and the gateway speak to others"],
  },
  "With `serve`": {
    "test/gateway/endpoints.test.ts": [
      "is not sent to",
      "follows redirects on this machine, and no further",
      "is a local server: not",
    ],
  },
  "`--secrets` and `--key-set` are read from files": {
    "test/cli/simulation/given-values.test.ts": ["are read from files, in JSON or YAML"],
  },
  "All are pinned to exact versions": {
    "test/packages/dependencies.test.ts": ["asks for exact versions"],
    "test/packages/security.system.test.ts": ["nothing that is installed runs a script"],
    "test/packages/workflows.test.ts": [
      "pins each action to one commit, and says which version that is",
      "there is no secret: the registry trusts the workflow that publishes",
    ],
    "test/cli/commands/init/workflow.test.ts": [
      "an action has the same pin in a new project, in this one and on the pages",
    ],
  },
  "`impact` lets DuckDB write only what does not fit into memory": {
    "test/databases/spilled.test.ts": [
      "what does not fit into memory is the user's alone, outside of the project, and goes with a signal",
      "what a killed run has left is removed by the next one, and what one that runs needs is not",
    ],
    "test/databases/logs/files.test.ts": [
      "a database that is restricted to files reads no others, and writes none",
    ],
  },
};

/** All code that does something outside of the process. */
export const code = {
  "opens or writes files": [
    "packages/cli/src/commands/init/step.ts",
    "packages/cli/src/deploying/plan-file.ts",
    "packages/cli/src/editor/pages.ts",
    "packages/cli/src/executable/parser-addon.ts",
    "packages/cli/src/history/history.ts",
    "packages/cli/src/history/unknown-writes.ts",
    "packages/cli/src/saved-cache.ts",
    "packages/cli/src/site/site-before.ts",
    "packages/project/src/files/local-folder.ts",
    "packages/cli/src/temporary-folder.ts",
    "packages/cli/src/commands/impact/follow/followed-log.ts",
    "packages/cli/src/commands/impact/follow/run.ts",
    "packages/cli/src/write-file.ts",
    "packages/emulator/src/files/replace-file.ts",
    "packages/emulator/src/state/data-file.ts",
    "packages/policy-impact/src/files/check-files.ts",
    "packages/project/src/files/user-cache.ts",
  ],
  listens: [
    "packages/emulator/src/emulator.ts",
    "packages/emulator/src/server/server.ts",
    "packages/gateway/src/loopback.ts",
    "packages/language-server/src/server/serve.ts",
    "packages/playground/src/language/worker-connection.ts",
  ],
  "starts processes": [
    "packages/cli/src/commands/init/git-answer.ts",
    "packages/cli/src/commands/mcp/call-process.ts",
    "packages/cli/src/commands/serve/loaded-elsewhere.ts",
    "packages/cli/src/editor/remote-checker.ts",
    "packages/project/src/git/git.ts",
    "packages/cli/src/watching/watch.ts",
    "packages/project/src/code/guard-process.ts",
  ],
} as const;
