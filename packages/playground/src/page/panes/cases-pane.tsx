import { defineComponent } from "vue";

export const CasesPane = defineComponent(() => () => <p>cases</p>, { name: "CasesPane" });
