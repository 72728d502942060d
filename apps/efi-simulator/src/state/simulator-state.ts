// Everything the simulated authority knows. It changes through `record` alone: an event is appended
// to the state file and applied to the state in memory, so that a restart finds the same state.

import type { X509Certificate } from 'node:crypto';
import { Ledger } from './ledger.ts';
import { CertificateRegister, readCertificates } from './certificates.ts';
import type { SimulatorEvent } from './events.ts';
import { Registry } from './registry.ts';
import type { RegistryDocument } from './registry.ts';
import { openStateFile } from './state-file.ts';
import type { StateFile } from './state-file.ts';

export class SimulatorState {
  readonly ledger = new Ledger();
  readonly registry = new Registry();
  readonly certificates: CertificateRegister;
  #file: StateFile | null = null;

  /**
   * @param registeredCas the CAs whose certificates taxpayers may use.
   * @param registry master data known from the start; what the state file holds comes after it.
   * @param stateFile path of the state file; null: the state ends with the process.
   * @throws StateFileError if the file cannot be read back.
   */
  constructor(
    registeredCas: readonly X509Certificate[],
    registry: RegistryDocument,
    stateFile: string | null,
  ) {
    this.certificates = new CertificateRegister(registeredCas);
    this.registry.put(registry);
    if (stateFile === null) return;
    this.#file = openStateFile(stateFile, (event) => this.#apply(event));
  }

  /** True if what is recorded outlives the process. */
  get isDurable(): boolean {
    return this.#file !== null;
  }

  /**
   * Takes events in that belong together: in the file first, by one write, then in memory. What
   * cannot be written has not happened.
   */
  record(...events: readonly SimulatorEvent[]): void {
    this.#file?.append(events);
    for (const event of events) this.#apply(event);
  }

  /** Closes the state file; nothing may be recorded afterwards. */
  close(): void {
    this.#file?.close();
    this.#file = null;
  }

  #apply(event: SimulatorEvent): void {
    switch (event.type) {
      case 'message':
        this.ledger.addMessage(event);
        break;
      case 'answer-lost':
        this.ledger.markReplyLost(event.sequence);
        break;
      case 'receipt-check':
        this.ledger.addReceiptCheck(event);
        break;
      case 'invoice':
        this.ledger.addInvoice(event);
        break;
      case 'deposit':
        this.ledger.addDeposit(event);
        break;
      case 'registry':
        this.registry.put(event.document);
        break;
      case 'certificate':
        for (const { raw } of readCertificates(event.pem)) {
          const certificate = this.certificates.read(raw);
          if (certificate) this.certificates.remember(certificate);
        }
        break;
      case 'certificate-status':
        this.certificates.setStatus(event.serialNumber, event.status);
        break;
    }
  }
}
