import type { FunctionalComponent } from "vue";
import type { ShownExchange } from "../../work/messages.ts";
import { useSession } from "../session.ts";

export const ExchangeLine: FunctionalComponent<{ readonly exchange: ShownExchange }> = ({
  exchange,
}) => {
  const session = useSession();
  return (
    <p class="tp-exchange-line">
      <code>{exchange.title}</code>
      {exchange.times > 1 ? ` ${exchange.times} times` : undefined}{" "}
      <button
        type="button"
        class="tp-button tp-small"
        aria-label={`Try it: ${exchange.title}`}
        onClick={() => session.try(exchange)}
      >
        Try it
      </button>
    </p>
  );
};
ExchangeLine.props = ["exchange"];
