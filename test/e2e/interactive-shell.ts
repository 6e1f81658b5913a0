import { spawn } from "@lydell/node-pty";
import { onTestFinished } from "vitest";
import { userEnvironment } from "../../scripts/user-environment.js";

/** How a shell is started without the files of whoever runs the tests, and told to show its line. */
interface Shell {
  readonly args: readonly string[];
  /** What lets Ctrl-T print the line that is being typed, between « and ». */
  readonly setUp: string;
}

const shells: Readonly<Record<string, Shell>> = {
  bash: {
    args: ["--norc", "--noprofile", "-i"],
    setUp: [
      "bind 'set bell-style none'",
      "bind 'set enable-bracketed-paste off'",
      "bind 'set completion-query-items 0'",
      "bind 'set show-all-if-ambiguous on'",
      "bind 'set page-completions off'",
      `bind -x '"\\C-t": printf "\\n\\302\\253%s\\302\\273" "$READLINE_LINE"'`,
      'eval "$(traffic-policy completion bash)"',
    ].join("\n"),
  },
  zsh: {
    args: ["-f", "-i"],
    setUp: [
      "bindkey -e; unsetopt zle_bracketed_paste beep prompt_sp; LISTMAX=9999",
      "autoload -Uz compinit; compinit -D",
      'eval "$(traffic-policy completion zsh)"',
      String.raw`show-line() { print -rn -- $'\n\u00ab'"$BUFFER"$'\u00bb' }`,
      "zle -N show-line; bindkey '^T' show-line",
    ].join("\n"),
  },
  fish: {
    args: ["--no-config", "-i"],
    setUp: [
      "set -g fish_greeting; set -g fish_autosuggestion_enabled 0",
      "traffic-policy completion fish | source",
      String.raw`bind \ct 'printf "\n\u00ab%s\u00bb" (commandline)'`,
    ].join("\n"),
  },
};

/** A shell that somebody types in. */
export class InteractiveShell {
  readonly #terminal: ReturnType<typeof spawn>;
  #shown = "";
  #changed = (): void => undefined;

  private constructor(name: string, folder: string, commands: string) {
    const { args, setUp } = shells[name] ?? { args: [], setUp: "" };
    const { PATH = "", ...env } = userEnvironment();
    this.#terminal = spawn(name, [...args], {
      cwd: folder,
      cols: 400,
      rows: 100,
      env: {
        ...env,
        HOME: folder,
        LC_ALL: "C.UTF-8",
        PATH: `${commands}:${PATH}`,
        PS1: "$ ",
        TERM: "xterm",
      },
    });
    this.#terminal.onData((data) => {
      this.#shown += data;
      this.#changed();
    });
    this.#terminal.write(`${setUp}\n`);
    onTestFinished(() => this.#terminal.kill("SIGKILL"));
  }

  /**
   * Starts a shell with the completion of the command.
   *
   * @param commands - a folder with a program `traffic-policy` in it
   */
  static start(name: string, folder: string, commands: string): InteractiveShell {
    return new InteractiveShell(name, folder, commands);
  }

  /** Types a line, presses tab, and gives what the line is then, with all that was shown meanwhile. */
  async complete(typed: string): Promise<{ readonly line: string; readonly shown: string }> {
    this.#shown = "";
    this.#terminal.write(`${typed}\t\u0014`);
    const [shown, line] = await this.#until(/^.*?\u00ab((?:(?!\u00ab).)*)\u00bb/s);
    // Ctrl-E and Ctrl-U: the line is empty again.
    this.#terminal.write("\u0005\u0015");
    return { line: line ?? "", shown: shown ?? "" };
  }

  #until(pattern: RegExp): Promise<RegExpExecArray> {
    return new Promise((settle) => {
      this.#changed = () => {
        const found = pattern.exec(this.#shown);
        if (found !== null) settle(found);
      };
      this.#changed();
    });
  }
}
