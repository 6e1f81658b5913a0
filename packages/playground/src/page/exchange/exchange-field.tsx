import { computed, defineComponent, useId, watch } from "vue";
import type { WrittenExchange } from "../../link/state.ts";
import type { ShownExchange } from "../../work/messages.ts";
import { CodeEditor } from "../editor/code-editor.tsx";
import { useSession } from "../session.ts";
import { ExchangeForm } from "./exchange-form.tsx";

interface ExchangeFieldProps {
  readonly exchange: WrittenExchange;
  readonly hasRequest: boolean;
  readonly last?: ShownExchange | undefined;
}

type Mode = "form" | "exchange" | "curl" | "har";

const modes: Readonly<Record<Mode, string>> = {
  form: "Form",
  exchange: "Document",
  curl: "curl",
  har: "HAR",
};

const hints = {
  curl: "Paste a command line: curl https://example.com/ -H 'accept: text/html'",
  har: "Paste a HAR file, or choose one: browsers save it from their network tools.",
} as const;

export const ExchangeField = defineComponent(
  (props: ExchangeFieldProps) => {
    const session = useSession();
    const name = useId();
    const { state } = session;
    const mode = computed((): Mode => {
      const { format } = props.exchange;
      return format === "exchange" && state.form !== "document" ? "form" : format;
    });
    const write = (text: string): void => {
      const { format } = props.exchange;
      const pasted = formatOf(text) ?? format;
      // Who pastes a command line somewhere else means it.
      state.exchange = { format: pasted, text, ...besideOf(pasted) };
    };
    const besideOf = (format: WrittenExchange["format"]): { beside?: string } => {
      if (format !== "curl") return {};
      const { exchange, last } = props;
      const beside = exchange.format === "har" ? last?.document : (exchange.beside ?? written);
      return beside === undefined ? {} : { beside };
    };
    let written: string | undefined;
    watch(
      () => props.exchange,
      (exchange) => {
        if (exchange.format === "exchange" && formatOf(exchange.text) === undefined)
          written = exchange.text;
      },
      { immediate: true },
    );
    /** Returns the exchange in another form: as it was in that form if it is unchanged since then, otherwise converted. */
    const inFormat = (format: WrittenExchange["format"]): WrittenExchange => {
      const { exchange, last } = props;
      const before = state.replaced?.find((one) => one.exchange.format === format);
      if (before !== undefined && before.became === exchange.text) return before.exchange;
      const text = { exchange: last?.document, curl: last?.curl, har: undefined }[format];
      if (text === undefined) return before?.exchange ?? { format, text: "" };
      return { format, text, ...besideOf(format) };
    };
    const change = (wanted: Mode): void => {
      const { exchange } = props;
      if (wanted === "form") state.form = undefined;
      if (wanted === "exchange") state.form = "document";
      const format = wanted === "form" ? "exchange" : wanted;
      if (format === exchange.format) return;
      const next = inFormat(format);
      const others = (state.replaced ?? []).filter(
        (one) => one.exchange.format !== exchange.format,
      );
      state.replaced = [...others, { exchange, became: next.text }];
      state.exchange = next;
    };
    const choose = async ({ target }: Event): Promise<void> => {
      const file = (target as HTMLInputElement).files?.[0];
      if (file !== undefined) state.exchange = { format: "har", text: await file.text() };
    };
    watch(
      () => props.exchange.text,
      (text) => {
        if (props.exchange.format === "exchange" && formatOf(text) !== undefined) write(text);
      },
    );
    return () => {
      const { exchange, hasRequest } = props;
      const { format, text } = exchange;
      return (
        <section class="tp-exchange" aria-label="Request and connection">
          <fieldset class="tp-modes">
            <legend class="tp-hidden">How the request is written</legend>
            {Object.entries(modes).map(([value, title]) => (
              <label key={value} class="tp-mode">
                <input
                  type="radio"
                  name={name}
                  value={value}
                  checked={mode.value === value}
                  onChange={() => change(value as Mode)}
                />
                <span>{title}</span>
              </label>
            ))}
          </fieldset>
          {mode.value === "form" ? (
            <ExchangeForm text={text} hasRequest={hasRequest} onText={write} />
          ) : (
            <div class="tp-exchange-text">
              {format === "curl" && props.last?.client !== undefined ? (
                <p class="tp-quiet">{props.last.client}</p>
              ) : undefined}
              {format === "har" ? (
                <label class="tp-button tp-file">
                  Choose a HAR file
                  <input
                    type="file"
                    accept=".har,application/json"
                    onChange={(event: Event) => void choose(event)}
                  />
                </label>
              ) : undefined}
              <CodeEditor
                key={format}
                name="exchange"
                label={
                  { exchange: "Exchange document", curl: "curl command", har: "HAR file" }[format]
                }
                language={
                  format === "har" ? "json" : format === "curl" ? "plain" : languageOf(text)
                }
                text={text}
                hint={format === "exchange" ? undefined : hints[format]}
                onText={write}
              />
            </div>
          )}
        </section>
      );
    };
  },
  { name: "ExchangeField", props: ["exchange", "hasRequest", "last"] },
);

function languageOf(text: string): "json" | "yaml" {
  return /^\s*\{/.test(text) ? "json" : "yaml";
}

function formatOf(text: string): WrittenExchange["format"] | undefined {
  if (/^\s*curl\s/.test(text)) return "curl";
  return /^\s*\{\s*"log"\s*:/.test(text) ? "har" : undefined;
}
