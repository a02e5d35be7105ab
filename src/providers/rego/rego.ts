import type { TradeInVehicle } from '#src/domain/trade-in/trade-in-vehicle.ts';

/** A plate as the register writes it, and the state in lower case. */
export type Plate = { rego: string; state: string };

export type RegoOutcome =
  | { kind: 'found'; vehicle: TradeInVehicle }
  | { kind: 'not_found' }
  | { kind: 'unavailable'; reason: string };

/** Finds a vehicle by its plate. Returns every failure as an outcome and never rejects. */
export type RegoRegister = { find(plate: Plate): Promise<RegoOutcome> };
