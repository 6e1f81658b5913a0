import { computed, defineComponent, shallowRef, useId, watch, type VNode } from "vue";
import { useSession } from "../session.ts";
import { ExchangeDocument, type FieldPath, type HeaderRow } from "./exchange-document.ts";

interface ExchangeFormProps {
  readonly text: string;
  /** False for policies of connections, which have no request. */
  readonly hasRequest: boolean;
  readonly onText: (text: string) => void;
}

interface Field {
  readonly label: string;
  readonly path: FieldPath;
  readonly isNumber?: boolean;
  readonly placeholder?: string;
  readonly list?: string;
  readonly className?: string;
}

const connectionFields: readonly Field[] = [
  { label: "Client address", path: ["connection", "clientIp"] },
  { label: "Country", path: ["connection", "geo", "countryCode"], placeholder: "NO" },
  { label: "TLS version", path: ["connection", "tls", "version"], placeholder: "1.3" },
  { label: "Server name (SNI)", path: ["connection", "tls", "sni"] },
  {
    label: "Client certificate for",
    path: ["connection", "tls", "client", "subject", "commonName"],
  },
];

/** In characters. Parsing a longer text after each keystroke would block the page. */
const longestText = 100_000;

/** A form for an exchange. Whatever it does not show of the document stays unchanged. */
export const ExchangeForm = defineComponent(
  (props: ExchangeFormProps) => {
    const id = useId();
    const fields = shallowRef<ExchangeFields>();
    const { base } = useSession().options;
    void (async () => {
      try {
        fields.value = await loadFields(base);
      } catch {
        // The form can be used without what is said about its fields.
      }
    })();
    const aboutOf = (path: FieldPath): string | undefined => {
      let schema = fields.value?.schema;
      for (const key of path) schema = schema?.properties?.[key];
      return schema?.description;
    };
    const isTooLong = computed(() => props.text.length > longestText);
    const document = computed(() =>
      isTooLong.value ? undefined : ExchangeDocument.read(props.text),
    );
    // A row without a name is no header yet.
    const drafts = {
      request: shallowRef<readonly HeaderRow[]>([]),
      response: shallowRef<readonly HeaderRow[]>([]),
    };
    for (const message of ["request", "response"] as const) {
      watch(
        document,
        (now) => {
          const rows = now?.headers([message, "headers"]) ?? [];
          const unnamed = drafts[message].value.filter(({ name }) => name === "");
          drafts[message].value = [...rows, ...unnamed];
        },
        { immediate: true },
      );
    }
    const set = ({ path, isNumber }: Pick<Field, "path" | "isNumber">, value: string): void => {
      const number = Number(value);
      const isValid = isNumber === true && value !== "" && Number.isFinite(number);
      const text = document.value?.with(path, isValid ? number : value);
      if (text !== undefined) props.onText(text);
    };
    const input = (field: Field): VNode => (
      <label
        key={field.path.join(".")}
        class={["tp-field", field.className]}
        title={aboutOf(field.path)}
      >
        <span>{field.label}</span>
        <input
          class="tp-input"
          type={field.isNumber === true ? "number" : "text"}
          value={document.value?.text(field.path)}
          placeholder={field.path[1] === "clientIp" ? fields.value?.clientIp : field.placeholder}
          list={field.list}
          spellcheck={false}
          autocomplete="off"
          autocapitalize="off"
          onInput={(event: Event) => set(field, (event.target as HTMLInputElement).value)}
        />
      </label>
    );
    const area = (label: string, path: FieldPath): VNode => (
      <label class="tp-field tp-wide" title={aboutOf(path)}>
        <span>{label}</span>
        <textarea
          class="tp-input"
          rows={2}
          spellcheck={false}
          value={document.value?.text(path)}
          onInput={(event: Event) => set({ path }, (event.target as HTMLTextAreaElement).value)}
        />
      </label>
    );
    const headers = (message: "request" | "response"): VNode => {
      const draft = drafts[message];
      const write = (rows: readonly HeaderRow[]): void => {
        draft.value = rows;
        const named = rows.filter(({ name }) => name !== "");
        const text = document.value?.withHeaders([message, "headers"], named);
        if (text !== undefined) props.onText(text);
      };
      return (
        <fieldset class="tp-headers-field">
          <legend>Headers</legend>
          {draft.value.map((row, index) => {
            const change = (part: Partial<HeaderRow>): void =>
              write(draft.value.map((one, at) => (at === index ? { ...one, ...part } : one)));
            return (
              <div class="tp-header-row" key={index}>
                <input
                  class="tp-input"
                  aria-label={`Name of header ${index + 1}`}
                  placeholder="user-agent"
                  value={row.name}
                  spellcheck={false}
                  onChange={(event: Event) => change({ name: valueOf(event) })}
                />
                <input
                  class="tp-input"
                  aria-label={`Value of header ${index + 1}`}
                  value={row.value}
                  spellcheck={false}
                  onInput={(event: Event) => change({ value: valueOf(event) })}
                />
                <button
                  type="button"
                  class="tp-button tp-small"
                  aria-label={`Remove header ${index + 1}`}
                  onClick={() => write(draft.value.filter((_, at) => at !== index))}
                >
                  ✕
                </button>
              </div>
            );
          })}
          <button
            type="button"
            class="tp-link"
            onClick={() => {
              draft.value = [...draft.value, { name: "", value: "" }];
            }}
          >
            Add a header
          </button>
        </fieldset>
      );
    };
    return () => {
      if (document.value === undefined) {
        return (
          <p class="tp-problem">
            {isTooLong.value
              ? 'This document is too long for a form. Change it under "Document".'
              : 'This document cannot be shown as a form. Correct it under "Document".'}
          </p>
        );
      }
      const hasResponse = document.value.has(["response"]);
      return (
        <div class="tp-form">
          {props.hasRequest ? (
            <div class="tp-fields">
              <datalist id={`${id}-methods`}>
                {fields.value?.methods.map((method) => (
                  <option key={method} value={method} />
                ))}
              </datalist>
              {input({
                label: "Method",
                path: ["request", "method"],
                placeholder: "GET",
                list: `${id}-methods`,
                className: "tp-short",
              })}
              {input({
                label: "URL",
                path: ["request", "url"],
                placeholder: "https://example.com/",
                className: "tp-grow",
              })}
            </div>
          ) : undefined}
          <div class="tp-fields">{connectionFields.slice(0, 2).map(input)}</div>
          {props.hasRequest ? (
            <details class="tp-details">
              <summary>Headers and body of the request</summary>
              {headers("request")}
              <div class="tp-fields">
                {area("Body", ["request", "body"])}
                {input({
                  label: "Size of the body",
                  path: ["request", "bodySize"],
                  isNumber: true,
                })}
              </div>
            </details>
          ) : undefined}
          {props.hasRequest ? (
            <details class="tp-details">
              <summary>Response of the upstream</summary>
              <label class="tp-check">
                <input
                  type="checkbox"
                  checked={hasResponse}
                  onChange={() => {
                    const text = document.value?.with(
                      ["response"],
                      hasResponse ? undefined : { status: 200 },
                    );
                    if (text !== undefined) props.onText(text);
                  }}
                />{" "}
                The upstream answers
              </label>
              {hasResponse ? (
                <>
                  <div class="tp-fields">
                    {input({ label: "Status", path: ["response", "status"], isNumber: true })}
                  </div>
                  {headers("response")}
                  <div class="tp-fields">{area("Body", ["response", "body"])}</div>
                </>
              ) : undefined}
            </details>
          ) : undefined}
          <details class="tp-details">
            <summary>TLS</summary>
            <div class="tp-fields">{connectionFields.slice(2).map(input)}</div>
          </details>
        </div>
      );
    };
  },
  { name: "ExchangeForm", props: ["text", "hasRequest", "onText"] },
);

function valueOf({ target }: Event): string {
  return (target as HTMLInputElement).value;
}

interface ExchangeFields {
  readonly methods: readonly string[];
  readonly schema: FieldSchema;
  readonly clientIp: string;
}

interface FieldSchema {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, FieldSchema>>;
}

let loading: Promise<ExchangeFields> | undefined;

function loadFields(base: URL): Promise<ExchangeFields> {
  loading ??= fetch(new URL("exchange-fields.json", base)).then((answer) => answer.json());
  return loading;
}
