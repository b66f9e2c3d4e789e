import type { z } from "zod"
import type { PolicyAdmin } from "../port.ts"
import type { Operation } from "./operation.ts"
import { reads } from "./reads.ts"
import { writes } from "./writes.ts"

/**
 * Functions that are not part of the contract. Only the embedded account system is loaded and holds
 * bills back for an operator, and My Account itself stores the changes that it has not read yet.
 */
type OwnFunction = "loadedAsOf" | "heldBills" | "catchUp" | "overdueChanges" | "heldCharges"
type PortFunction =
  | Exclude<keyof PolicyAdmin, "billing" | OwnFunction>
  | Exclude<keyof PolicyAdmin["billing"], OwnFunction>

/** The contract with an account system: one row for each function of the port, under its name. */
export const operations = { ...reads, ...writes } satisfies Record<PortFunction, Operation>

export type OperationName = keyof typeof operations
/** The decoded request: money in cents, and null for absent values. */
export type RequestOf<Name extends OperationName> = z.output<(typeof operations)[Name]["request"]>
export type ReplyOf<Name extends OperationName> = z.output<(typeof operations)[Name]["reply"]>
