import type { z } from "zod"
import type { PolicyAdmin } from "../port.ts"
import type { Operation } from "./operation.ts"
import { reads } from "./reads.ts"
import { writes } from "./writes.ts"

/**
 * Only the embedded account system is loaded, and holds bills back for an operator. My Account itself knows which
 * changes it has not read yet.
 */
type OwnFunction = "loadedAsOf" | "heldBills" | "catchUp" | "overdueChanges" | "heldCharges"
type PortFunction =
  | Exclude<keyof PolicyAdmin, "billing" | OwnFunction>
  | Exclude<keyof PolicyAdmin["billing"], OwnFunction>

/** The contract with an account system: one row for each function of the port, under its name. */
export const operations = { ...reads, ...writes } satisfies Record<PortFunction, Operation>

export type OperationName = keyof typeof operations
/** The request as our code sees it: money in cents, and null for nothing. */
export type RequestOf<Name extends OperationName> = z.output<(typeof operations)[Name]["request"]>
export type ReplyOf<Name extends OperationName> = z.output<(typeof operations)[Name]["reply"]>
