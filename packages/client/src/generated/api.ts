// Made from the OpenAPI document by scripts/generate-types.mjs. Do not edit.

export interface paths {
    "/api/invoices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find invoices
         * @description The key's invoices, newest first, in pages. A client that lost an answer finds its invoice here, for example by its `note`.
         */
        get: operations["listInvoices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/invoices/draft": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Store a draft
         * @description Checks everything that can be checked and stores the invoice. Nothing is sent to the tax authority yet. Every call stores another draft: keep the `id` with the order.
         */
        post: operations["createDraft"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/invoices/cash/create-and-print": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create and fiscalize a cash invoice
         * @description The cash sale in one step, also for cash correctives. Waits for the outcome. After any answer with an `invoiceId` or an `id`, or after none, never send the sale again: read the invoice, then `fiscalize` it if it is `Failed`.
         */
        post: operations["createAndPrint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/invoices/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an invoice
         * @description Every invoice of the key. With `Prefer: wait=N` it answers at the next change of the status.
         */
        get: operations["readInvoice"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/invoices/{id}/fiscalize": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Fiscalize an invoice
         * @description Starts the fiscalization of a `Draft` or `Failed` invoice. It may be repeated safely: a `Pending` invoice is not started twice, and one that is `Fiscalized` or `Offline` is returned.
         */
        post: operations["fiscalize"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/invoices/{id}/pdf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the PDF of an invoice
         * @description The printed invoice. Waits up to 10 s while it is being rendered.
         */
        get: operations["readPdf"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/invoices/cash/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a cash invoice
         * @description As `GET /api/invoices/{id}`, but for cash invoices only. With `Prefer: wait=N` it answers at the next change of the status.
         */
        get: operations["readCashInvoice"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/invoices/cash/{id}/pdf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the PDF of a cash invoice
         * @description As `GET /api/invoices/{id}/pdf`, but for cash invoices only. Waits up to 10 s while it is being rendered.
         */
        get: operations["readCashPdf"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tcr/register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Register the cash register (ENU)
         * @description An onboarding step: only needed when fiscalization says so (codes 53 and 11). The code that the authority gives is stored on the cash register of the key.
         */
        post: operations["registerTcr"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cashdeposit/initial": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Register the initial deposit of the day
         * @description Normally not needed: the deposit of 0.00 is registered before the first cash invoice of the day by itself.
         */
        post: operations["registerInitialDeposit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description An invoice to be issued. */
        InvoiceRequest: {
            /**
             * @description Kind of document.
             * @enum {string}
             */
            type: "Invoice" | "Corrective" | "Advance" | "CORRECTIVE";
            /** @description Ordinal of the invoice in its cash register and year; 0 has the next one assigned. A corrective gets a number of its own. */
            orderNumber: number;
            /**
             * @description `Cash`: paid at once, also by card. `NonCash`: by transfer or later.
             * @enum {string}
             */
            typeOfInvoice: "Cash" | "NonCash";
            /**
             * @description With `Cash`: BANKNOTE, CARD, BUSINESSCARD, OTHER-CASH, ADVANCE. With `NonCash`: ACCOUNT, BUSINESSCARD, FACTORING, ORDER, ADVANCE, OTHER.
             * @enum {string}
             */
            paymentMethod: "BANKNOTE" | "CARD" | "BUSINESSCARD" | "OTHER-CASH" | "ADVANCE" | "ACCOUNT" | "FACTORING" | "ORDER" | "OTHER";
            /**
             * Format: date-time
             * @description When it is due; of a paid order, when it was paid. UTC where no zone is given.
             */
            paymentDeadline: string;
            /** @description The lines. */
            items: components["schemas"]["ItemRequest"][];
            /** @description Who buys. */
            buyer?: components["schemas"]["BuyerRequest"] | null;
            /** @description Free remark, for example the order number of your shop: invoices can be found by it. The tax authority receives the first 200 characters. */
            note?: string | null;
            /** @description Discount on the whole invoice in euros without VAT, at most 4 decimals. It is spread over the lines. A full cancellation copies the original's. */
            discountAmount?: number | null;
            /** @description Name of the cashier on the print. */
            operatorName?: string | null;
            /**
             * @description IIC of the invoice of the advance; required when paid by `ADVANCE`.
             * @example 551DBD3AF151F79B768F7C240144FF75
             */
            advancePaymentIic?: string | null;
            /** @description The invoice that is corrected; required on a `Corrective`. */
            original?: components["schemas"]["OriginalRequest"] | null;
        };
        /** @description One line of an invoice to be issued. */
        ItemRequest: {
            /** @description What is sold. The tax authority receives the first 50 characters; the PDF prints all. */
            name: string;
            /** @description Your code of the item. */
            code?: string | null;
            /** @description Unit of measure; `kom` (piece) where absent. */
            unit?: string | null;
            /** @description Euros, at most 4 decimals. Without VAT, or with it if the company is set up so (`pricesIncludeVat`). Negative, together with `quantity`, on a line that cancels. */
            unitPrice: number;
            /** @description At most 3 decimals. Never 0; negative on a line of a corrective that cancels. */
            quantity: number;
            /** @description VAT of the line. */
            vat: {
                /** @description Percent: 21, 15, 7 or 0; always 0 for a company outside VAT. A line of a corrective that cancels carries the rate of the original line. */
                rate: number;
            };
            /** @description Rebate in percent, at most 4 decimals. */
            rebatePercentage?: number | null;
            /** @description Whether the rebate reduces the tax base; true where absent. */
            rebateReducingBase?: boolean | null;
        };
        /** @description Who buys. Recommended for companies. */
        BuyerRequest: {
            /**
             * @description Kind of identifier.
             * @enum {string}
             */
            idType: "TIN" | "ID" | "PASS" | "VAT" | "TAX" | "SOC";
            /** @description The number; a `TIN` has 8 or 13 digits. */
            idNumber: string;
            /** @description Name of the buyer. */
            name: string;
            /** @description Street address. */
            address?: string | null;
            /** @description City. */
            city?: string | null;
            /**
             * @description ISO 3166 alpha-3 code; `MNE` where absent.
             * @example MNE
             */
            country?: string | null;
        };
        /** @description The invoice that a corrective corrects: both fields are required there. */
        OriginalRequest: {
            /**
             * @description `iic` of the original.
             * @example 551DBD3AF151F79B768F7C240144FF75
             */
            id?: string;
            /**
             * Format: date-time
             * @description `fiscalizedAt` of the original; milliseconds do not count.
             */
            issuedAt?: string;
        };
        /** @description A cash deposit to be registered. */
        CashDepositRequest: {
            /** @description Euros, at most 2 decimals; `0` for the initial deposit. */
            cashAmount: number;
        };
        /** @description The invoice record. Absent values are null. */
        Invoice: {
            /**
             * Format: uuid
             * @description Our id of the invoice: keep it with the order.
             */
            id: string;
            /**
             * @description `Draft`: saved. `Pending`: fiscalization in progress. `Fiscalized`: registered; final. `Failed`: see `error`. `Offline`: signed and valid; delivered to the authority later.
             * @enum {string}
             */
            status: "Draft" | "Pending" | "Fiscalized" | "Failed" | "Offline";
            /**
             * @description Kind of document.
             * @enum {string}
             */
            type: "Invoice" | "Corrective" | "Advance";
            /** @description Issuer identification code (IKOF), once the invoice is signed. */
            iic: string | null;
            /** @description Fiscal identification code (JIKR) of the authority, once it is registered. */
            fic: string | null;
            /** @description Number on the print: business unit/ordinal/year/TCR, once it is signed. */
            invoiceNumber: string | null;
            /** @description The ordinal once the invoice is signed; before that, what was sent. */
            orderNumber: number;
            /**
             * Format: date-time
             * @description Issue time in Podgorica, once it is signed: `original.issuedAt` of correctives.
             */
            fiscalizedAt: string | null;
            /**
             * @description As it was sent.
             * @enum {string}
             */
            typeOfInvoice: "Cash" | "NonCash";
            /**
             * @description As it was sent.
             * @enum {string}
             */
            paymentMethod: "BANKNOTE" | "CARD" | "BUSINESSCARD" | "OTHER-CASH" | "ADVANCE" | "ACCOUNT" | "FACTORING" | "ORDER" | "OTHER";
            /** @description As it was sent. */
            paymentDeadline: string;
            /** @description Null if none was sent. */
            buyer: components["schemas"]["Buyer"] | null;
            /** @description As it was sent. */
            note: string | null;
            /** @description As it was sent. */
            operatorName: string | null;
            /** @description Euros, as it was sent. */
            discountAmount: number | null;
            /** @description As it was sent. */
            advancePaymentIic: string | null;
            /** @description Null but on a corrective. */
            original: components["schemas"]["Original"] | null;
            /** @description The lines as they were sent. */
            invoiceData: {
                /** @description The lines. */
                items: components["schemas"]["Item"][];
            };
            totals: components["schemas"]["Totals"];
            /** @description By rate, highest first; empty for a company outside VAT. */
            vatBreakdown: components["schemas"]["VatGroup"][];
            /**
             * Format: uri
             * @description Text of the QR code, once the invoice is signed; print it as it is.
             */
            verificationUrl: string | null;
            /** @description Correctives of this invoice, in order. */
            correctives: components["schemas"]["CorrectiveReference"][];
            /**
             * @description Environment of the key.
             * @enum {string}
             */
            environment: "test" | "live";
            /** @description How often it was worked on. */
            attempts: number;
            /**
             * Format: date-time
             * @description When the service tries again by itself.
             */
            nextAttemptAt: string | null;
            /**
             * Format: date-time
             * @description While `Offline`: the legal deadline of its delivery.
             */
            deliverBefore: string | null;
            /** @description Accepted, but not as you may think: unknown fields, texts that were cut. */
            warnings: string[];
            /**
             * Format: date-time
             * @description When the draft was stored.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When anything changed last.
             */
            updatedAt: string;
            /** @description Only when `Failed`: what happened. */
            errorMessage?: string;
            /** @description Only when `Failed`: why, and what to do. */
            error?: components["schemas"]["Failure"];
        };
        /** @description The buyer as it was sent. */
        Buyer: {
            /**
             * @description Kind of identifier.
             * @enum {string}
             */
            idType: "TIN" | "ID" | "PASS" | "VAT" | "TAX" | "SOC";
            /** @description The number. */
            idNumber: string;
            /** @description Name of the buyer. */
            name: string;
            /** @description Street address. */
            address?: string | null;
            /** @description City. */
            city?: string | null;
            /** @description ISO 3166 alpha-3 code. */
            country?: string | null;
        };
        /** @description The invoice that this corrective corrects. */
        Original: {
            /** @description IIC of the original. */
            id: string;
            /**
             * Format: date-time
             * @description Issue time of the original.
             */
            issuedAt: string;
        };
        /** @description One line as it was sent: a full cancellation copies it and turns both signs. */
        Item: {
            /** @description What was sold. */
            name: string;
            /** @description Code of the item. */
            code?: string | null;
            /** @description Unit of measure. */
            unit?: string | null;
            /** @description Euros, as it was sent. */
            unitPrice: number;
            /** @description As it was sent. */
            quantity: number;
            /** @description VAT of the line. */
            vat: {
                /** @description Percent. */
                rate: number;
            };
            /** @description Percent. */
            rebatePercentage?: number | null;
            /** @description Whether the rebate reduces the tax base. */
            rebateReducingBase?: boolean | null;
        };
        /** @description Amounts of the invoice, rounded to cents. */
        Totals: {
            /** @description Euros without VAT. */
            withoutVat: number;
            /** @description VAT in euros. */
            vat: number;
            /** @description Euros with VAT: the sum of the other two. */
            total: number;
        };
        /** @description The lines of one VAT rate. */
        VatGroup: {
            /** @description Percent. */
            rate: number;
            /** @description How many lines have the rate. */
            items: number;
            /** @description Euros without VAT, 4 decimals. */
            base: number;
            /** @description VAT in euros, 4 decimals. */
            vat: number;
        };
        /** @description A corrective of this invoice. */
        CorrectiveReference: {
            /**
             * Format: uuid
             * @description `id` of the corrective.
             */
            id: string;
            /** @description Its IIC, once it is signed. */
            iic: string | null;
        };
        /** @description Why an invoice is `Failed`. */
        Failure: {
            /** @description What went wrong: one readable English sentence. */
            error: string;
            /**
             * @description Stable constant.
             * @enum {string}
             */
            code: "INITIAL_DEPOSIT_FAILED" | "EFI_REFUSED" | "ORDER_NUMBER_TAKEN" | "TCR_NOT_REGISTERED" | "REQUEST_NOT_VALID" | "EFI_SIGNATURE_REFUSED" | "EFI_CLOCK_REFUSED" | "CLOCK_WRONG" | "CERTIFICATE_ERROR" | "EFI_UNAVAILABLE";
            /** @description Code of the cash register (ENU). */
            tcrCode: string | null;
            /** @description The authority's code. */
            efiCode: number | null;
            /** @description The authority's own words. */
            efiMessage: string | null;
            /** @description Whether the same call can succeed although nobody changes anything. */
            retryable: boolean;
            /** @description What to do about it. */
            remedy: string | null;
        };
        /** @description One page of invoices. */
        InvoicePage: {
            /** @description Newest first. */
            invoices: components["schemas"]["Invoice"][];
            /** @description `cursor` of the next page; null on the last one. */
            nextCursor: string | null;
        };
        /** @description The cash register is registered. */
        TcrRegistration: {
            /** @description Code of the cash register (ENU); stored on it. */
            tcrCode: string;
        };
        /** @description The deposit of the day is registered. */
        CashDeposit: {
            /** @description The authority's code of the deposit; null if another system registered it. */
            fcdc: string | null;
            /** @description Euros. */
            cashAmount: number;
            /**
             * Format: date
             * @description Day in Podgorica.
             */
            date: string;
            /** @description Code of the cash register (ENU). */
            tcrCode: string;
            /** @description Whether the authority had the deposit of the day already (code 56). */
            alreadyRegistered: boolean;
        };
        /** @description What every error body has. */
        Problem: {
            /** @description What went wrong: one readable English sentence. */
            error: string;
            /**
             * @description Stable constant.
             * @enum {string}
             */
            code: "INVALID_API_KEY" | "COMPANY_PAUSED" | "ENVIRONMENT_MISMATCH" | "NOT_FOUND" | "METHOD_NOT_ALLOWED" | "CASH_REGISTER_MISSING" | "PDF_NOT_AVAILABLE" | "BODY_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "MALFORMED_JSON" | "BODY_NOT_AN_OBJECT" | "FIELD_REQUIRED" | "FIELD_TYPE_INVALID" | "QUERY_INVALID" | "TYPE_OF_INVOICE_NOT_CASH" | "INTERNAL_ERROR" | "PDF_NOT_READY" | "CALL_NOT_ANSWERED";
            /**
             * Format: uuid
             * @description Also in `X-Request-Id`: name it when you ask for help.
             */
            requestId: string;
        };
        /** @description What is wrong with the request, all at once. */
        ValidationProblem: {
            /** @description The first problem: one readable English sentence. */
            error: string;
            /**
             * @description Code of the first problem.
             * @enum {string}
             */
            code: "ADVANCE_PAYMENT_IIC_REQUIRED" | "AMOUNT_TOO_LARGE" | "BODY_NOT_AN_OBJECT" | "BUYER_TIN_INVALID" | "COMPANY_NOT_IN_VAT" | "CONTROL_CHARACTER" | "CORRECTIVE_VAT_RATE_MISMATCH" | "COUNTRY_UNKNOWN" | "DATE_TIME_INVALID" | "DISCOUNT_TOO_LARGE" | "EFI_REFUSED" | "FIELD_REQUIRED" | "FIELD_TYPE_INVALID" | "IIC_INVALID" | "INITIAL_DEPOSIT_FAILED" | "ITEMS_REQUIRED" | "MALFORMED_JSON" | "NEGATIVE_NOT_ALLOWED" | "ORDER_NUMBER_OUT_OF_RANGE" | "ORDER_NUMBER_TAKEN" | "ORIGINAL_ISSUED_AT_MISMATCH" | "ORIGINAL_NOT_FISCALIZED" | "ORIGINAL_NOT_FOUND" | "ORIGINAL_REQUIRED" | "ORIGINAL_TYPE_MISMATCH" | "PAYMENT_METHOD_NOT_ALLOWED" | "PERCENTAGE_OUT_OF_RANGE" | "QUANTITY_NOT_POSITIVE" | "QUANTITY_ZERO" | "QUERY_INVALID" | "SIGN_MISMATCH" | "TCR_NOT_REGISTERED" | "TEXT_EMPTY" | "TEXT_TOO_LONG" | "TOO_MANY_DECIMALS" | "TOO_MANY_ITEMS" | "TYPE_OF_INVOICE_NOT_CASH" | "VALUE_UNKNOWN" | "VAT_RATE_NOT_ALLOWED";
            /**
             * Format: uuid
             * @description Also in `X-Request-Id`: name it when you ask for help.
             */
            requestId: string;
            /** @description All problems at once. */
            details: components["schemas"]["Issue"][];
        };
        /** @description One thing that is wrong with the request. */
        Issue: {
            /**
             * @description Stable constant.
             * @enum {string}
             */
            code: "ADVANCE_PAYMENT_IIC_REQUIRED" | "AMOUNT_TOO_LARGE" | "BODY_NOT_AN_OBJECT" | "BUYER_TIN_INVALID" | "COMPANY_NOT_IN_VAT" | "CONTROL_CHARACTER" | "CORRECTIVE_VAT_RATE_MISMATCH" | "COUNTRY_UNKNOWN" | "DATE_TIME_INVALID" | "DISCOUNT_TOO_LARGE" | "EFI_REFUSED" | "FIELD_REQUIRED" | "FIELD_TYPE_INVALID" | "IIC_INVALID" | "INITIAL_DEPOSIT_FAILED" | "ITEMS_REQUIRED" | "MALFORMED_JSON" | "NEGATIVE_NOT_ALLOWED" | "ORDER_NUMBER_OUT_OF_RANGE" | "ORDER_NUMBER_TAKEN" | "ORIGINAL_ISSUED_AT_MISMATCH" | "ORIGINAL_NOT_FISCALIZED" | "ORIGINAL_NOT_FOUND" | "ORIGINAL_REQUIRED" | "ORIGINAL_TYPE_MISMATCH" | "PAYMENT_METHOD_NOT_ALLOWED" | "PERCENTAGE_OUT_OF_RANGE" | "QUANTITY_NOT_POSITIVE" | "QUANTITY_ZERO" | "QUERY_INVALID" | "SIGN_MISMATCH" | "TCR_NOT_REGISTERED" | "TEXT_EMPTY" | "TEXT_TOO_LONG" | "TOO_MANY_DECIMALS" | "TOO_MANY_ITEMS" | "TYPE_OF_INVOICE_NOT_CASH" | "VALUE_UNKNOWN" | "VAT_RATE_NOT_ALLOWED";
            /** @description Where: `items[2].vat.rate`; empty for the request as a whole. */
            path: string;
            /** @description What is wrong: one readable English sentence. */
            message: string;
        };
        /** @description Why fiscalization or onboarding failed. */
        FailureProblem: {
            /** @description What went wrong: one readable English sentence. */
            error: string;
            /**
             * @description Stable constant.
             * @enum {string}
             */
            code: "INITIAL_DEPOSIT_FAILED" | "EFI_REFUSED" | "ORDER_NUMBER_TAKEN" | "TCR_NOT_REGISTERED" | "REQUEST_NOT_VALID" | "EFI_SIGNATURE_REFUSED" | "EFI_CLOCK_REFUSED" | "CLOCK_WRONG" | "CERTIFICATE_ERROR" | "EFI_UNAVAILABLE";
            /** @description Code of the cash register (ENU). */
            tcrCode: string | null;
            /** @description The authority's code. */
            efiCode: number | null;
            /** @description The authority's own words. */
            efiMessage: string | null;
            /** @description Whether the same call can succeed although nobody changes anything. */
            retryable: boolean;
            /** @description What to do about it. */
            remedy: string | null;
            /**
             * Format: uuid
             * @description The stored invoice: repeat `fiscalize` with it, never create it again. Absent on onboarding calls.
             */
            invoiceId?: string;
            /**
             * Format: uuid
             * @description Also in `X-Request-Id`: name it when you ask for help.
             */
            requestId: string;
        };
    };
    responses: {
        /** @description Nothing has changed since the version of `If-None-Match`. */
        NotModified: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                ETag: components["headers"]["ETag"];
                "Retry-After": components["headers"]["Retry-After"];
                "Preference-Applied": components["headers"]["Preference-Applied"];
                "Content-Disposition": components["headers"]["Content-Disposition"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The key is missing, mistyped, expired or revoked. */
        Unauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The company is paused. Or: A live key is used for a company that is not live yet. */
        Forbidden: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description There is no such path, or no such invoice for this key: it may belong to the other environment, or not be a cash invoice. */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Preference-Applied": components["headers"]["Preference-Applied"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The path exists, but not with this method. */
        MethodNotAllowed: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                Allow: components["headers"]["Allow"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The company has no cash register in the environment of the key. */
        CashRegisterMissing: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The invoice is `Draft`, `Pending` or `Failed`: there is nothing to print. */
        PdfNotAvailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is larger than 1 MiB. */
        BodyTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is not declared as JSON. */
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The key has made too many calls, or the address too many with a bad key. */
        TooManyRequests: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description Something broke on our side. Nothing that was stored is lost. */
        InternalError: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                Location: components["headers"]["Location"];
                "Preference-Applied": components["headers"]["Preference-Applied"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The PDF is being rendered. */
        PdfNotReady: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The onboarding call was not made in time, because the service is busy or its worker away. */
        CallNotAnswered: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: {
        /**
         * @description `id` of the invoice.
         * @example 01a1fc55-2af3-773d-a66b-45a24cfcd927
         */
        id: string;
        /**
         * @description `wait=N`: wait up to N seconds, at most 30, for the outcome (RFC 7240).
         * @example wait=10
         */
        prefer: string;
        /**
         * @description `ETag` of what you have: 304 if nothing has changed.
         * @example W/"5b3-Z5YhoKTEUHqqVyfZdn0kf+pj/c8"
         */
        ifNoneMatch: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description Id of this request: name it when you ask for help.
         * @example 01a1fc55-2cdf-73ef-aa77-43205231e756
         */
        "X-Request-Id": string;
        /**
         * @description Where the invoice can be read.
         * @example /api/invoices/01a1fc55-2af3-773d-a66b-45a24cfcd927
         */
        Location: string;
        /**
         * @description Seconds to wait before the next call.
         * @example 1
         */
        "Retry-After": number;
        /**
         * @description Version of the answer, for `If-None-Match`.
         * @example W/"5b3-Z5YhoKTEUHqqVyfZdn0kf+pj/c8"
         */
        ETag: string;
        /**
         * @description How long the call was ready to wait (RFC 7240).
         * @example wait=10
         */
        "Preference-Applied": string;
        /**
         * @description File name: the invoice number with `-` for `/`.
         * @example inline; filename="sh382rp151-1-2026-ia414gd659.pdf"
         */
        "Content-Disposition": string;
        /**
         * @description Calls that remain (`r`), seconds until all are back (`t`). Not on 401 and 403.
         * @example "writes";r=599;t=60
         */
        RateLimit: string;
        /**
         * @description Calls allowed (`q`) in a window of seconds (`w`).
         * @example "writes";q=600;w=60
         */
        "RateLimit-Policy": string;
        /**
         * @description The scheme to authenticate with.
         * @example Bearer
         */
        "WWW-Authenticate": string;
        /**
         * @description The methods that the path has.
         * @example GET, HEAD
         */
        Allow: string;
    };
    pathItems: never;
}
export type InvoiceRequest = components['schemas']['InvoiceRequest'];
export type ItemRequest = components['schemas']['ItemRequest'];
export type BuyerRequest = components['schemas']['BuyerRequest'];
export type OriginalRequest = components['schemas']['OriginalRequest'];
export type CashDepositRequest = components['schemas']['CashDepositRequest'];
export type Invoice = components['schemas']['Invoice'];
export type Buyer = components['schemas']['Buyer'];
export type Original = components['schemas']['Original'];
export type Item = components['schemas']['Item'];
export type Totals = components['schemas']['Totals'];
export type VatGroup = components['schemas']['VatGroup'];
export type CorrectiveReference = components['schemas']['CorrectiveReference'];
export type Failure = components['schemas']['Failure'];
export type InvoicePage = components['schemas']['InvoicePage'];
export type TcrRegistration = components['schemas']['TcrRegistration'];
export type CashDeposit = components['schemas']['CashDeposit'];
export type Problem = components['schemas']['Problem'];
export type ValidationProblem = components['schemas']['ValidationProblem'];
export type Issue = components['schemas']['Issue'];
export type FailureProblem = components['schemas']['FailureProblem'];
export type ResponseNotModified = components['responses']['NotModified'];
export type ResponseUnauthorized = components['responses']['Unauthorized'];
export type ResponseForbidden = components['responses']['Forbidden'];
export type ResponseNotFound = components['responses']['NotFound'];
export type ResponseMethodNotAllowed = components['responses']['MethodNotAllowed'];
export type ResponseCashRegisterMissing = components['responses']['CashRegisterMissing'];
export type ResponsePdfNotAvailable = components['responses']['PdfNotAvailable'];
export type ResponseBodyTooLarge = components['responses']['BodyTooLarge'];
export type ResponseUnsupportedMediaType = components['responses']['UnsupportedMediaType'];
export type ResponseTooManyRequests = components['responses']['TooManyRequests'];
export type ResponseInternalError = components['responses']['InternalError'];
export type ResponsePdfNotReady = components['responses']['PdfNotReady'];
export type ResponseCallNotAnswered = components['responses']['CallNotAnswered'];
export type ParameterId = components['parameters']['id'];
export type ParameterPrefer = components['parameters']['prefer'];
export type ParameterIfNoneMatch = components['parameters']['ifNoneMatch'];
export type HeaderXRequestId = components['headers']['X-Request-Id'];
export type HeaderLocation = components['headers']['Location'];
export type HeaderRetryAfter = components['headers']['Retry-After'];
export type HeaderETag = components['headers']['ETag'];
export type HeaderPreferenceApplied = components['headers']['Preference-Applied'];
export type HeaderContentDisposition = components['headers']['Content-Disposition'];
export type HeaderRateLimit = components['headers']['RateLimit'];
export type HeaderRateLimitPolicy = components['headers']['RateLimit-Policy'];
export type HeaderWwwAuthenticate = components['headers']['WWW-Authenticate'];
export type HeaderAllow = components['headers']['Allow'];
export type $defs = Record<string, never>;
export interface operations {
    listInvoices: {
        parameters: {
            query?: {
                /** @description Only with this status. */
                status?: "Draft" | "Pending" | "Fiscalized" | "Failed" | "Offline";
                /** @description Only of this type. */
                typeOfInvoice?: "Cash" | "NonCash";
                /** @description Created at this time or later. */
                from?: string;
                /** @description Created before this time. */
                to?: string;
                /** @description Only with this order number. */
                orderNumber?: number;
                /** @description Only the invoice with this IIC. */
                iic?: string;
                /** @description Only with exactly this note: put the order number of your shop there. */
                note?: string;
                /** @description How many invoices a page has at most. */
                limit?: number;
                /** @description The `nextCursor` of the page before; absent for the first page. */
                cursor?: string;
            };
            header?: {
                /**
                 * @description `ETag` of what you have: 304 if nothing has changed.
                 * @example W/"5b3-Z5YhoKTEUHqqVyfZdn0kf+pj/c8"
                 */
                "If-None-Match"?: components["parameters"]["ifNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvoicePage"];
                };
            };
            304: components["responses"]["NotModified"];
            /** @description A parameter is unknown or not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationProblem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    createDraft: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InvoiceRequest"];
            };
        };
        responses: {
            /** @description The draft. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invoice"];
                };
            };
            /** @description The body is not JSON, or the invoice breaks rules: all problems at once. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationProblem"] | components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["CashRegisterMissing"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    createAndPrint: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InvoiceRequest"];
            };
        };
        responses: {
            /** @description The outcome: `Fiscalized` or `Offline`. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invoice"];
                };
            };
            /** @description Still in progress: read the invoice until it is no longer `Pending`. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Location: components["headers"]["Location"];
                    "Retry-After": components["headers"]["Retry-After"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invoice"];
                };
            };
            /** @description The invoice breaks rules and nothing was stored; or it was stored (`invoiceId`) and the fiscalization failed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationProblem"] | components["schemas"]["FailureProblem"] | components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["CashRegisterMissing"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            /** @description The certificate or the tax service failed, or something broke on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FailureProblem"] | components["schemas"]["Problem"];
                };
            };
        };
    };
    readInvoice: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description `wait=N`: wait up to N seconds, at most 30, for the outcome (RFC 7240).
                 * @example wait=10
                 */
                Prefer?: components["parameters"]["prefer"];
                /**
                 * @description `ETag` of what you have: 304 if nothing has changed.
                 * @example W/"5b3-Z5YhoKTEUHqqVyfZdn0kf+pj/c8"
                 */
                "If-None-Match"?: components["parameters"]["ifNoneMatch"];
            };
            path: {
                /**
                 * @description `id` of the invoice.
                 * @example 01a1fc55-2af3-773d-a66b-45a24cfcd927
                 */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. `Retry-After` while it is `Pending`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invoice"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    fiscalize: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description `wait=N`: wait up to N seconds, at most 30, for the outcome (RFC 7240).
                 * @example wait=10
                 */
                Prefer?: components["parameters"]["prefer"];
            };
            path: {
                /**
                 * @description `id` of the invoice.
                 * @example 01a1fc55-2af3-773d-a66b-45a24cfcd927
                 */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The outcome: `Fiscalized` or `Offline`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["ETag"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invoice"];
                };
            };
            /** @description In progress: read the invoice until it is no longer `Pending`. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Location: components["headers"]["Location"];
                    "Retry-After": components["headers"]["Retry-After"];
                    ETag: components["headers"]["ETag"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invoice"];
                };
            };
            /** @description With `Prefer: wait`: the fiscalization failed, and somebody has to do something. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Location: components["headers"]["Location"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FailureProblem"] | components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            /** @description The certificate or the tax service failed, or something broke on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Location: components["headers"]["Location"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FailureProblem"] | components["schemas"]["Problem"];
                };
            };
        };
    };
    readPdf: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description `ETag` of what you have: 304 if nothing has changed.
                 * @example W/"5b3-Z5YhoKTEUHqqVyfZdn0kf+pj/c8"
                 */
                "If-None-Match"?: components["parameters"]["ifNoneMatch"];
            };
            path: {
                /**
                 * @description `id` of the invoice.
                 * @example 01a1fc55-2af3-773d-a66b-45a24cfcd927
                 */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The PDF. That of an `Offline` invoice has no FIC; a new version with it follows. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["PdfNotAvailable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["PdfNotReady"];
        };
    };
    readCashInvoice: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description `wait=N`: wait up to N seconds, at most 30, for the outcome (RFC 7240).
                 * @example wait=10
                 */
                Prefer?: components["parameters"]["prefer"];
                /**
                 * @description `ETag` of what you have: 304 if nothing has changed.
                 * @example W/"5b3-Z5YhoKTEUHqqVyfZdn0kf+pj/c8"
                 */
                "If-None-Match"?: components["parameters"]["ifNoneMatch"];
            };
            path: {
                /**
                 * @description `id` of the invoice.
                 * @example 01a1fc55-2af3-773d-a66b-45a24cfcd927
                 */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. `Retry-After` while it is `Pending`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invoice"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    readCashPdf: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description `ETag` of what you have: 304 if nothing has changed.
                 * @example W/"5b3-Z5YhoKTEUHqqVyfZdn0kf+pj/c8"
                 */
                "If-None-Match"?: components["parameters"]["ifNoneMatch"];
            };
            path: {
                /**
                 * @description `id` of the invoice.
                 * @example 01a1fc55-2af3-773d-a66b-45a24cfcd927
                 */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The PDF. That of an `Offline` invoice has no FIC; a new version with it follows. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["PdfNotAvailable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["PdfNotReady"];
        };
    };
    registerTcr: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Registered. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TcrRegistration"];
                };
            };
            /** @description The body is no JSON object, or the authority refused the cash register. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FailureProblem"] | components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["CashRegisterMissing"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            /** @description The certificate or the tax service failed, or something broke on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FailureProblem"] | components["schemas"]["Problem"];
                };
            };
            503: components["responses"]["CallNotAnswered"];
        };
    };
    registerInitialDeposit: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CashDepositRequest"];
            };
        };
        responses: {
            /** @description Registered. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CashDeposit"];
                };
            };
            /** @description The body is not valid, or the authority refused the deposit. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationProblem"] | components["schemas"]["FailureProblem"] | components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["CashRegisterMissing"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            /** @description The certificate or the tax service failed, or something broke on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FailureProblem"] | components["schemas"]["Problem"];
                };
            };
            503: components["responses"]["CallNotAnswered"];
        };
    };
}
