import { createStore } from "#web/calls/store.ts"

/** True once a reply has shown that this staff member's account cannot open the status. */
export const lacksStatus = createStore(false)
