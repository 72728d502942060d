// Made from the OpenAPI document by scripts/generate-types.mjs. Do not edit.

export interface paths {
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
    "/api/invoices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find invoices
         * @description The key's invoices, newest first, in pages. A client that lost an answer finds its invoice here, for example by its `note`. A search by `note` or `orderNumber` that finds nothing is 503 while an invoice is being stored that cannot be found yet.
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
    "/api/invoices/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an invoice
         * @description Every invoice of the key. With `Prefer: wait=N` it answers at the next change of the status. 503 while it is not known whether it is stored; 404 means that it is not, and never will be.
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
         * @description As `GET /api/invoices/{id}`, but for cash invoices only. With `Prefer: wait=N` it answers at the next change of the status. 503 while it is not known whether it is stored; 404 means that it is not, and never will be.
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
    "/admin/api/sign-in": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in with e-mail and password
         * @description Needs no session.
         */
        post: operations["signIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who is signed in, and the CSRF token
         * @description For any signed-in person.
         */
        get: operations["getSession"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/sign-out": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign out
         * @description For any signed-in person.
         */
        post: operations["signOut"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/sign-out-everywhere": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign out in every browser
         * @description For any signed-in person.
         */
        post: operations["signOutEverywhere"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/session/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The browsers in which the person is signed in
         * @description For any signed-in person.
         */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/session/list/{sessionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Sign out in one of these browsers
         * @description For any signed-in person.
         */
        delete: operations["endSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/password-link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether a link for a lost password can be mailed
         * @description Needs no session.
         */
        get: operations["readPasswordLinks"];
        put?: never;
        /**
         * Mails a link to choose a new password with; it works once, for an hour
         * @description Needs no session.
         */
        post: operations["askForPasswordLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change name and language
         * @description For any signed-in person.
         */
        patch: operations["changeAccount"];
        trace?: never;
    };
    "/admin/api/account/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change the password; every other session and every open link ends
         * @description For any signed-in person.
         */
        put: operations["changePassword"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/account/totp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Switch the second factor on with its first code; every other session ends
         * @description For any signed-in person.
         */
        put: operations["enableTotp"];
        /**
         * A new secret for an authenticator app; it counts after its first code
         * @description For any signed-in person.
         */
        post: operations["proposeTotp"];
        /**
         * Switch the app off as a second factor
         * @description For any signed-in person.
         */
        delete: operations["disableTotp"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/account/confirmation/passkey-options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What a passkey has to sign, to prove who one is
         * @description For any signed-in person.
         */
        post: operations["askForPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/account/confirmation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Prove who one is: password, code of the app or passkey; good for five minutes
         * @description For any signed-in person.
         */
        post: operations["confirmIdentity"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/account/passkeys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The passkeys of the account
         * @description For any signed-in person.
         */
        get: operations["listPasskeys"];
        put?: never;
        /**
         * Add a passkey as a second factor; every other session ends
         * @description For any signed-in person.
         */
        post: operations["addPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/account/passkeys/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What a browser makes a new passkey from
         * @description For any signed-in person.
         */
        post: operations["offerPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/account/passkeys/{passkeyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a passkey
         * @description For any signed-in person.
         */
        delete: operations["removePasskey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/companies/{companyId}/sign-in-policy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What the company asks of its admins when they sign in
         * @description For operators and the owners of the company.
         */
        get: operations["getSignInPolicy"];
        /**
         * Change it; it holds for sessions that are open, too
         * @description For operators and the owners of the company.
         */
        put: operations["setSignInPolicy"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Everybody who may sign in
         * @description For operators.
         */
        get: operations["listUsers"];
        put?: never;
        /**
         * Invite somebody of the service or of a company
         * @description For operators.
         */
        post: operations["inviteUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/users/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Rename a person, give another role, take access away or give it back
         * @description For operators.
         */
        patch: operations["changeUser"];
        trace?: never;
    };
    "/admin/api/users/{userId}/invitation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A new one-time link to choose a password with; nothing else changes
         * @description For operators.
         */
        post: operations["inviteUserAgain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/users/{userId}/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The browsers in which a person is signed in
         * @description For operators.
         */
        get: operations["listUserSessions"];
        put?: never;
        post?: never;
        /**
         * Sign a person out everywhere
         * @description For operators.
         */
        delete: operations["endUserSessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/users/{userId}/sessions/{sessionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Sign a person out in one browser
         * @description For operators.
         */
        delete: operations["endUserSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/companies/{companyId}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The people of the company
         * @description For operators and the owners of the company.
         */
        get: operations["listMembers"];
        put?: never;
        /**
         * Invite somebody to the company
         * @description For operators and the owners of the company.
         */
        post: operations["inviteMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/companies/{companyId}/members/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Take the access of a person away; the audit log still names them
         * @description For operators and the owners of the company.
         */
        delete: operations["removeMember"];
        options?: never;
        head?: never;
        /**
         * Rename a person of the company, give another role, take access away or give it back
         * @description For operators and the owners of the company.
         */
        patch: operations["changeMember"];
        trace?: never;
    };
    "/admin/api/companies/{companyId}/members/{userId}/invitation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A new one-time link to choose a password with; nothing else changes
         * @description For operators and the owners of the company.
         */
        post: operations["inviteMemberAgain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/companies/{companyId}/members/{userId}/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The browsers in which a person of the company is signed in
         * @description For operators and the owners of the company.
         */
        get: operations["listMemberSessions"];
        put?: never;
        post?: never;
        /**
         * Sign a person of the company out everywhere
         * @description For operators and the owners of the company.
         */
        delete: operations["endMemberSessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/companies/{companyId}/members/{userId}/sessions/{sessionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Sign a person of the company out in one browser
         * @description For operators and the owners of the company.
         */
        delete: operations["endMemberSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/users/{userId}/second-factor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Take away the second factor that somebody else has lost; their sessions end
         * @description For operators.
         */
        delete: operations["resetSecondFactor"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/invitations/find": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Whom a link is for, asked before a password is chosen with it
         * @description Needs no session.
         */
        post: operations["findInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/invitations/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Choose a password with the link of an invitation, which works once
         * @description Needs no session.
         */
        post: operations["acceptInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The audit log of the service, newest first
         * @description For operators and the support of the service.
         */
        get: operations["listAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/companies/{companyId}/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The audit log of the company, newest first
         * @description For everybody of the company, operators and the support of the service.
         */
        get: operations["listCompanyAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/companies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The companies by name or certificate, a page at a time
         * @description For operators and the support of the service.
         */
        get: operations["listCompanies"];
        put?: never;
        /**
         * Create a company; it begins in test
         * @description For operators.
         */
        post: operations["createCompany"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/companies/{companyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The profile of a company
         * @description For everybody of the company, operators and the support of the service.
         */
        get: operations["getCompany"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the profile; the TIN only by an operator and before the first invoice
         * @description For operators and the owners of the company.
         */
        patch: operations["changeCompany"];
        trace?: never;
    };
    "/admin/api/companies/{companyId}/limits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * How many calls a minute each API key of the company may make; all together four times as many
         * @description For operators.
         */
        put: operations["setCompanyLimits"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/companies/{companyId}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Refuse the calls of its API keys; what was handed out is still delivered
         * @description For operators.
         */
        post: operations["pauseCompany"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/companies/{companyId}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept the calls of its API keys again
         * @description For operators.
         */
        post: operations["resumeCompany"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/companies/{companyId}/checklist": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How far the company is on its way to the first invoice, and to live
         * @description For everybody of the company, operators and the support of the service.
         */
        get: operations["getChecklist"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/companies/{companyId}/go-live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Switch the company from test to live; there is no way back
         * @description For operators and the owners of the company.
         */
        post: operations["goLive"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/companies/{companyId}/certificates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The certificates of the company, active and past
         * @description For everybody of the company, operators and the support of the service.
         */
        get: operations["listCertificates"];
        put?: never;
        /**
         * Store a certificate, sealed; it becomes the active one of its environment
         * @description For operators and the owners of the company.
         */
        post: operations["storeCertificate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/companies/{companyId}/certificates/inspect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Look into a certificate file; nothing is stored
         * @description For operators and the owners of the company.
         */
        post: operations["inspectCertificate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/companies/{companyId}/certificates/{certificateId}/test-signature": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Have the worker open the key and sign with it
         * @description For operators and the owners of the company.
         */
        post: operations["testCertificate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/companies/{companyId}/cash-registers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The cash registers of the company, default ones first
         * @description For everybody of the company, operators and the support of the service.
         */
        get: operations["listCashRegisters"];
        put?: never;
        /**
         * Add a cash register; the first one of an environment is its default
         * @description For operators and the owners of the company.
         */
        post: operations["createCashRegister"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/companies/{companyId}/cash-registers/{cashRegisterId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a cash register, from the next invoice on
         * @description For operators and the owners of the company.
         */
        patch: operations["changeCashRegister"];
        trace?: never;
    };
    "/admin/api/companies/{companyId}/cash-registers/{cashRegisterId}/default": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Have API keys use it that are not bound to a cash register
         * @description For operators and the owners of the company.
         */
        post: operations["makeDefaultCashRegister"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/companies/{companyId}/cash-registers/{cashRegisterId}/register-tcr": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Register it with the tax authority and store its TCR code
         * @description For operators and the owners of the company.
         */
        post: operations["registerCashRegister"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/companies/{companyId}/cash-registers/{cashRegisterId}/initial-deposit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Register the INITIAL cash deposit of the day
         * @description For operators and the owners of the company.
         */
        post: operations["depositInitially"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/companies/{companyId}/cash-registers/{cashRegisterId}/confirm-number": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Say what its last number was before the database was restored: it sells on after it. One that was confirmed too small is raised, until something is numbered behind it
         * @description For operators and the owners of the company.
         */
        post: operations["confirmLastNumber"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/companies/{companyId}/cash-registers/{cashRegisterId}/confirm-receipt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Name its last receipt by the link of the QR code, for which the tax authority is asked
         * @description For operators and the owners of the company.
         */
        post: operations["confirmLastReceipt"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/companies/{companyId}/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The keys of the company, never the keys themselves
         * @description For operators and the owners of the company.
         */
        get: operations["listApiKeys"];
        put?: never;
        /**
         * Make a key; it is shown this once
         * @description For operators and the owners of the company.
         */
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/companies/{companyId}/api-keys/{apiKeyId}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make its successor; the old key works on for the overlap
         * @description For operators and the owners of the company.
         */
        post: operations["rotateApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/companies/{companyId}/api-keys/{apiKeyId}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End a key; every process refuses it within 2 seconds
         * @description For operators and the owners of the company.
         */
        post: operations["revokeApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/companies/{companyId}/inspectors/iic": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make an IIC again from its seven values and compare it
         * @description For operators and the owners of the company.
         */
        post: operations["recreateIic"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/companies/{companyId}/invoices/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The invoices of a company as a file, newest first
         * @description For operators, and the owners and accountants of the company.
         */
        get: operations["exportCompanyInvoices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/invoices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The invoices of all companies, newest first
         * @description For operators and the support of the service.
         */
        get: operations["listInvoicesOfAllCompanies"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/companies/{companyId}/invoices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The invoices of a company, newest first
         * @description For everybody of the company, operators and the support of the service.
         */
        get: operations["listCompanyInvoices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/companies/{companyId}/invoices/{invoiceId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One invoice with everything around it
         * @description For everybody of the company, operators and the support of the service.
         */
        get: operations["readCompanyInvoice"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/companies/{companyId}/invoices/{invoiceId}/timeline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Every step of an invoice
         * @description For everybody of the company, operators and the support of the service.
         */
        get: operations["readInvoiceTimeline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/companies/{companyId}/invoices/{invoiceId}/messages/{submissionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A message to the authority and its answer
         * @description For everybody of the company, operators and the support of the service.
         */
        get: operations["readInvoiceMessage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/companies/{companyId}/invoices/{invoiceId}/pdf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A print of the invoice
         * @description For everybody of the company, operators and the support of the service.
         */
        get: operations["readInvoicePdf"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/companies/{companyId}/cash-registers/{cashRegisterId}/numbers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The history of every number of a cash register
         * @description For everybody of the company, operators and the support of the service.
         */
        get: operations["readNumberLedger"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/companies/{companyId}/test-invoice": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the sample invoice, for the command that sends it from a shell
         * @description For operators and the owners of the company.
         */
        get: operations["readSampleInvoice"];
        put?: never;
        /**
         * Issue a sample invoice in the test environment, and wait for its outcome
         * @description For operators and the owners of the company.
         */
        post: operations["issueTestInvoice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/companies/{companyId}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Server-sent events: `invoices` with `{ changes: [{ invoiceId, environment, status }] }`, and `resync` where changes may have been missed
         * @description For everybody of the company, operators and the support of the service.
         */
        get: operations["watchCompanyInvoices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/companies/{companyId}/failed-work/causes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Why invoices of the company failed or are stuck
         * @description For everybody of the company, operators and the support of the service.
         */
        get: operations["readCompanyFailureCauses"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/companies/{companyId}/failed-work": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Invoices of the company that failed, or those of one cause
         * @description For everybody of the company, operators and the support of the service.
         */
        get: operations["listCompanyFailedWork"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/companies/{companyId}/failed-work/tills": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The cash registers of the company with failed invoices, or with those of one cause
         * @description For everybody of the company, operators and the support of the service.
         */
        get: operations["listCompanyAffectedTills"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/companies/{companyId}/failed-work/retries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What became of the invoices of the company that were tried again within the last hour
         * @description For everybody of the company, operators and the support of the service.
         */
        get: operations["listCompanyRetries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/companies/{companyId}/offline-backlog": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Invoices of the company that are to be delivered, by the time that remains
         * @description For everybody of the company, operators and the support of the service.
         */
        get: operations["readCompanyOfflineBacklog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/companies/{companyId}/failed-work/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Tries invoices of the company again: named ones, or all of a cause, 5 000 a call
         * @description For operators, the owners of the company, and support.
         */
        post: operations["retryCompanyFailedWork"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/companies/{companyId}/failed-work/doubtful-retries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Which of these invoices of the company the till may have sold again; changes nothing
         * @description For operators, the owners of the company, and support.
         */
        post: operations["findCompanyDoubtfulRetries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/companies/{companyId}/failed-work/dismiss": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sets failed invoices of the company aside, with a reason
         * @description For operators and the owners of the company.
         */
        post: operations["dismissCompanyFailedWork"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/failed-work/causes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Why invoices failed or are stuck, over all companies
         * @description For operators and the support of the service.
         */
        get: operations["readFailureCauses"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/failed-work": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Invoices that failed, or those of one cause, over all companies
         * @description For operators and the support of the service.
         */
        get: operations["listFailedWork"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/failed-work/tills": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The cash registers with failed invoices, or with those of one cause, over all companies
         * @description For operators and the support of the service.
         */
        get: operations["listAffectedTills"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/failed-work/retries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What became of the invoices that were tried again within the last hour, over all companies
         * @description For operators and the support of the service.
         */
        get: operations["listRetries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/offline-backlog": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Invoices that are to be delivered, over all companies, by the time that remains
         * @description For operators and the support of the service.
         */
        get: operations["readOfflineBacklog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/failed-work/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Tries invoices again: named ones, or all of a cause, 5 000 a call
         * @description For operators and the support of the service.
         */
        post: operations["retryFailedWork"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/failed-work/doubtful-retries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Which of these invoices the till may have sold again; changes nothing
         * @description For operators and the support of the service.
         */
        post: operations["findDoubtfulRetries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/failed-work/dismiss": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sets failed invoices aside, with a reason
         * @description For operators.
         */
        post: operations["dismissFailedWork"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/operations/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How lanes, workers, the authority and prints are
         * @description For operators and the support of the service.
         */
        get: operations["readHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/operations/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Server-sent events: `health` with the body of `/operations/health` every two seconds
         * @description For operators and the support of the service.
         */
        get: operations["watchHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/operations/lane": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The jobs of a lane, the oldest first, and what it did in each of the last 24 hours
         * @description For operators.
         */
        get: operations["readLane"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/operations/lane/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Has workers take nothing from a lane, within two seconds; what is in progress is finished
         * @description For operators.
         */
        post: operations["pauseLane"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/operations/lane/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Has workers take from a lane again
         * @description For operators.
         */
        post: operations["resumeLane"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/operations/held-registers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The cash registers that sell nothing until their last number is confirmed
         * @description For operators.
         */
        get: operations["listHeldRegisters"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/operations/held-registers/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Say that the database has every number that was given: all sell on
         * @description For operators.
         */
        post: operations["confirmAllNumbers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/companies/{companyId}/today": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The day of the company: its sales by hour, and what needs attention
         * @description For everybody of the company, operators and the support of the service.
         */
        get: operations["readToday"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/companies/{companyId}/work-counts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How many invoices of the company have failed, and how many wait for delivery
         * @description For everybody of the company, operators and the support of the service.
         */
        get: operations["readWorkCounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What an operator has to look after, over all companies
         * @description For operators and the support of the service.
         */
        get: operations["readOverview"];
        put?: never;
        post?: never;
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
            /** @description Ordinal of the invoice in its cash register and year; 0 has the next one assigned. At most 1 000 000 (as configured) beyond the highest in use. A corrective gets a number of its own. */
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
            paymentMethod: "BANKNOTE" | "CARD" | "ACCOUNT" | "BUSINESSCARD" | "OTHER-CASH" | "FACTORING" | "ORDER" | "ADVANCE" | "OTHER";
            /**
             * Format: date-time
             * @description When it is due; of a paid order, when it was paid. UTC where no zone is given.
             */
            paymentDeadline: string;
            /** @description The lines. */
            items: components["schemas"]["ItemRequest"][];
            /** @description Who buys. */
            buyer?: components["schemas"]["BuyerRequest"] | null;
            /** @description Free remark, for example the order number of your shop: invoices can be found by it. It may have several lines. The tax authority receives the first 200 characters. */
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
            /** @description Unit of measure; `kom` (piece) where absent or blank. */
            unit?: string | null;
            /** @description Euros, at most 4 decimals. Without VAT, or with it if the company is set up so (`pricesIncludeVat`). Negative, together with `quantity`, on a line that cancels. */
            unitPrice: number;
            /** @description At most 3 decimals. Never 0; negative on a line of a corrective that cancels. */
            quantity: number;
            /** @description VAT of the line. */
            vat: {
                /** @description Percent: 21, 15, 7 or 0; always 0 for a company outside VAT. A line of a corrective that matches an item of the original carries its rate. */
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
             * @description ISO 3166 alpha-3 code; `MNE` where absent. Kosovo is `RKS`; `XKX` is taken as it.
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
        AdminSignIn: {
            email: string;
            password: string;
            totp?: string;
            passkey?: components["schemas"]["AdminPasskeyAssertion"];
            /**
             * @description The language that was chosen before the sign-in; the account keeps it.
             * @enum {string}
             */
            locale?: "me" | "en";
        };
        AdminPasskeyAssertion: {
            id: string;
            rawId: string;
            /** @constant */
            type: "public-key";
            /** @default {} */
            clientExtensionResults: Record<string, never>;
            response: {
                clientDataJSON: string;
                authenticatorData: string;
                signature: string;
            };
        };
        AdminPasswordLinkRequest: {
            email: string;
        };
        AdminAccountInput: {
            name?: string;
            /** @enum {string} */
            locale?: "me" | "en";
        };
        AdminPasswordInput: {
            current: string;
            next: string;
        };
        AdminTotpCode: {
            code: string;
        };
        AdminConfirmation: {
            password?: string;
            totp?: string;
            passkey?: components["schemas"]["AdminPasskeyAssertion"];
        };
        AdminNewPasskey: {
            name: string;
            response: components["schemas"]["AdminPasskeyAttestation"];
        };
        AdminPasskeyAttestation: {
            id: string;
            rawId: string;
            /** @constant */
            type: "public-key";
            /** @default {} */
            clientExtensionResults: Record<string, never>;
            response: {
                clientDataJSON: string;
                attestationObject: string;
                /** @default [] */
                transports: string[];
            };
        };
        AdminSignInPolicy: {
            /** @description Admins without one add it right after they have signed in. */
            requiresSecondFactor: boolean;
        };
        AdminPersonChange: {
            name?: string;
            /** @enum {string} */
            role?: "operator" | "service_support" | "company_admin" | "accountant" | "support";
            isActive?: boolean;
        };
        AdminNewUser: {
            /** Format: email */
            email: string;
            name: string;
            /** @enum {string} */
            role: "operator" | "service_support" | "company_admin" | "accountant" | "support";
            /**
             * Format: uuid
             * @default null
             */
            companyId: string | null;
        };
        AdminNewMember: {
            /** Format: email */
            email: string;
            name: string;
            /**
             * @default company_admin
             * @enum {string}
             */
            role: "company_admin" | "accountant" | "support";
        };
        AdminLink: {
            token: string;
        };
        AdminInvitationAcceptance: {
            token: string;
            password: string;
            /**
             * @description The account keeps it as its language.
             * @enum {string}
             */
            locale?: "me" | "en";
        };
        AdminNewCompany: {
            /** @description PIB or JMB. */
            tin: string;
            name: string;
            address: string;
            town: string;
            /** @default MNE */
            country: string;
            /** @default true */
            isInVat: boolean;
            /** @default null */
            vatNumber: string | null;
            /** @default null */
            bankAccount: string | null;
            /**
             * @description PNG, JPEG or WebP as a data URI, at most 25 million pixels; printed on the invoice. It is drawn anew and kept with at most 2 000 pixels on its longer side.
             * @default null
             */
            logo: string | null;
            /** @default false */
            pricesIncludeVat: boolean;
            /** @default true */
            offlineIssuing: boolean;
            /**
             * @description Each PDF is made with the outcome of its invoice; else at its first request.
             * @default false
             */
            printsAtOnce: boolean;
            /**
             * @description A corrective that takes back more than is left of its original is refused; else it has a warning.
             * @default false
             */
            strictCorrectives: boolean;
            /**
             * @description A corrective whose original is not stored here is accepted, and the tax authority is asked about the original; else it is refused.
             * @default false
             */
            originalsFromElsewhere: boolean;
        };
        /** @description Only what is sent is changed. */
        AdminCompanyChange: {
            /** @description PIB or JMB. */
            tin?: string;
            name?: string;
            address?: string;
            town?: string;
            country?: string;
            isInVat?: boolean;
            vatNumber?: string | null;
            bankAccount?: string | null;
            /** @description PNG, JPEG or WebP as a data URI, at most 25 million pixels; printed on the invoice. It is drawn anew and kept with at most 2 000 pixels on its longer side. */
            logo?: string | null;
            pricesIncludeVat?: boolean;
            offlineIssuing?: boolean;
            /** @description Each PDF is made with the outcome of its invoice; else at its first request. */
            printsAtOnce?: boolean;
            /** @description A corrective that takes back more than is left of its original is refused; else it has a warning. */
            strictCorrectives?: boolean;
            /** @description A corrective whose original is not stored here is accepted, and the tax authority is asked about the original; else it is refused. */
            originalsFromElsewhere?: boolean;
        };
        /** @description Null takes the default of the service. */
        AdminCompanyLimits: {
            writesPerMinute: number | null;
            readsPerMinute: number | null;
        };
        AdminCertificateUpload: {
            /** @enum {string} */
            environment: "test" | "live";
            /**
             * Format: base64
             * @description The .p12 or .pfx file in base64.
             */
            pkcs12: string;
            password: string;
        };
        AdminNewCashRegister: {
            /** @enum {string} */
            environment: "test" | "live";
            name: string;
            /** @description The company's own number of the cash register. */
            internalId: string;
            /**
             * @default REGULAR
             * @enum {string}
             */
            type: "REGULAR" | "VENDING";
            /** @example ab123cd456 */
            businessUnitCode: string;
            /** @example ab123cd456 */
            softwareCode: string;
            /** @example ab123cd456 */
            operatorCode: string;
            /** @example ab123cd456 */
            maintainerCode: string;
            /**
             * @description Null until the TCR is registered.
             * @default null
             * @example ab123cd456
             */
            tcrCode: string | null;
        };
        /** @description Only what is sent is changed. */
        AdminCashRegisterChange: {
            name?: string;
            /** @description The company's own number of the cash register. */
            internalId?: string;
            /** @enum {string} */
            type?: "REGULAR" | "VENDING";
            /** @example ab123cd456 */
            businessUnitCode?: string;
            /** @example ab123cd456 */
            softwareCode?: string;
            /** @example ab123cd456 */
            operatorCode?: string;
            /** @example ab123cd456 */
            maintainerCode?: string;
            /** @example ab123cd456 */
            tcrCode?: string | null;
        };
        AdminInitialDeposit: {
            /** @description Euros. */
            cashAmount: number;
        };
        AdminNumberConfirmation: {
            /** @description Of the last invoice of this year, as its receipt says; 0 for none. */
            lastOrdinal: number;
            /** @description From where it is known; it stands in the audit log. */
            evidence: string;
        };
        AdminLastReceipt: {
            /** @description The text of the QR code on the last receipt that was printed. The tax authority is asked whether it knows that receipt; that it was the last one is said by who sends it. */
            link: string;
        };
        AdminNewApiKey: {
            /** @enum {string} */
            environment: "test" | "live";
            name: string;
            /**
             * Format: uuid
             * @description The cash register it is bound to; null uses the default one.
             * @default null
             */
            cashRegisterId: string | null;
            /**
             * Format: date-time
             * @default null
             */
            expiresAt: string | null;
        };
        AdminApiKeyRotation: {
            /**
             * @description How long the old key works on.
             * @default 24
             */
            overlapHours: number;
        };
        AdminIicValues: {
            /** @enum {string} */
            environment: "test" | "live";
            /** @description As it stands on the invoice. Only the company's own TIN can be signed. */
            tin?: string;
            issueDateTime: string;
            ordinal: number;
            /** @example ab123cd456 */
            businessUnitCode: string;
            /** @example ab123cd456 */
            tcrCode: string;
            /** @example ab123cd456 */
            softwareCode: string;
            /** @description With VAT; with its minus on a corrective. */
            total: string;
            /** @description The IIC on the invoice. */
            compareWith?: string;
        };
        AdminRetry: {
            invoiceIds?: string[];
            /** @description Of the list of causes: `EFI_REFUSED:53`, `OFFLINE_LATE`. Under code 11 the authority says everything that breaks a rule: there the cause names its words, too, `EFI_REFUSED:11:3f786850`. */
            cause?: string;
            /**
             * @description Invoices of the one are never seen with those of the other.
             * @enum {string}
             */
            environment?: "test" | "live";
            /**
             * Format: uuid
             * @description Of this cash register only.
             */
            cashRegisterId?: string;
            /** @description Created at this instant or later. */
            from?: string;
            /** @description Created before this instant. */
            to?: string;
            /** @description The `nextCursor` of the page before; absent for the first page. */
            cursor?: string;
        };
        AdminDismissal: {
            invoiceIds: string[];
            reason: string;
        };
        AdminRetryOfAll: {
            invoiceIds?: string[];
            /** @description Of the list of causes: `EFI_REFUSED:53`, `OFFLINE_LATE`. Under code 11 the authority says everything that breaks a rule: there the cause names its words, too, `EFI_REFUSED:11:3f786850`. */
            cause?: string;
            /**
             * @description Invoices of the one are never seen with those of the other.
             * @enum {string}
             */
            environment?: "test" | "live";
            /**
             * Format: uuid
             * @description Of this cash register only.
             */
            cashRegisterId?: string;
            /** @description Created at this instant or later. */
            from?: string;
            /** @description Created before this instant. */
            to?: string;
            /** @description The `nextCursor` of the page before; absent for the first page. */
            cursor?: string;
            /**
             * Format: uuid
             * @description With a cause: of this company only.
             */
            companyId?: string;
        };
        AdminLanePause: {
            /** @enum {string} */
            lane: "fiscalization" | "test-fiscalization" | "registry" | "printing" | "delivery";
            /** @description Why; it stands in the audit log. */
            reason: string;
        };
        AdminLaneResume: {
            /** @enum {string} */
            lane: "fiscalization" | "test-fiscalization" | "registry" | "printing" | "delivery";
        };
        AdminAllNumbersConfirmation: {
            /** @description From where it is known; it stands in the audit log. */
            evidence: string;
        };
        /** @description What every error body has. */
        Problem: {
            /** @description What went wrong: one readable English sentence. */
            error: string;
            /**
             * @description Stable constant.
             * @enum {string}
             */
            code: "INVALID_API_KEY" | "COMPANY_PAUSED" | "ENVIRONMENT_MISMATCH" | "LIVE_ENDPOINT_MISSING" | "NOT_FOUND" | "INVOICE_DETACHED" | "METHOD_NOT_ALLOWED" | "CASH_REGISTER_MISSING" | "PDF_NOT_AVAILABLE" | "BODY_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "MALFORMED_JSON" | "BODY_NOT_AN_OBJECT" | "FIELD_REQUIRED" | "FIELD_TYPE_INVALID" | "QUERY_INVALID" | "TYPE_OF_INVOICE_NOT_CASH" | "INTERNAL_ERROR" | "PDF_NOT_READY" | "CALL_NOT_ANSWERED" | "STORAGE_UNAVAILABLE" | "SERVICE_CLOCK_WRONG" | "SERVICE_BUSY" | "OBJECT_STORE_UNAVAILABLE" | "OBJECT_NOT_INTACT";
            /** @description Also in `X-Request-Id`: name it when you ask for help. */
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
            code: "ADVANCE_EXCEEDED" | "ADVANCE_PAYMENT_IIC_REQUIRED" | "ALREADY_CANCELLED" | "AMOUNT_TOO_LARGE" | "BODY_NOT_AN_OBJECT" | "BUYER_TIN_INVALID" | "COMPANY_NOT_IN_VAT" | "CONTROL_CHARACTER" | "CORRECTIVE_OUTDATED" | "CORRECTIVE_VAT_RATE_MISMATCH" | "COUNTRY_UNKNOWN" | "DATE_TIME_INVALID" | "DISCOUNT_TOO_LARGE" | "EFI_REFUSED" | "FIELD_REQUIRED" | "FIELD_TYPE_INVALID" | "IIC_INVALID" | "INITIAL_DEPOSIT_FAILED" | "ITEMS_REQUIRED" | "MALFORMED_JSON" | "MESSAGE_TOO_LARGE" | "MORE_THAN_SOLD" | "NEGATIVE_NOT_ALLOWED" | "NOT_AN_ADVANCE" | "ORDER_NUMBER_OUT_OF_RANGE" | "ORDER_NUMBER_TAKEN" | "ORDER_NUMBER_TOO_FAR" | "ORIGINAL_ISSUED_AT_MISMATCH" | "ORIGINAL_NOT_FISCALIZED" | "ORIGINAL_NOT_FOUND" | "ORIGINAL_REQUIRED" | "ORIGINAL_TYPE_MISMATCH" | "PAYMENT_METHOD_NOT_ALLOWED" | "PERCENTAGE_OUT_OF_RANGE" | "QUANTITY_NOT_POSITIVE" | "QUANTITY_ZERO" | "QUERY_INVALID" | "SIGN_MISMATCH" | "TCR_NOT_REGISTERED" | "TEXT_EMPTY" | "TEXT_TOO_LONG" | "TOO_MANY_DECIMALS" | "TOO_MANY_ITEMS" | "TYPE_OF_INVOICE_NOT_CASH" | "VALUE_UNKNOWN" | "VAT_RATE_NOT_ALLOWED";
            /** @description Also in `X-Request-Id`: name it when you ask for help. */
            requestId: string;
            /** @description All problems at once, or the first 100 of more. */
            details: components["schemas"]["Issue"][];
            /** @description How many more problems there are; absent where `details` names them all. */
            detailsOmitted?: number;
            /**
             * Format: uuid
             * @description Of `fiscalize`: the invoice, which stays as it was. Absent where none is stored.
             */
            invoiceId?: string;
        };
        /** @description One thing that is wrong with the request. */
        Issue: {
            /**
             * @description Stable constant.
             * @enum {string}
             */
            code: "ADVANCE_EXCEEDED" | "ADVANCE_PAYMENT_IIC_REQUIRED" | "ALREADY_CANCELLED" | "AMOUNT_TOO_LARGE" | "BODY_NOT_AN_OBJECT" | "BUYER_TIN_INVALID" | "COMPANY_NOT_IN_VAT" | "CONTROL_CHARACTER" | "CORRECTIVE_OUTDATED" | "CORRECTIVE_VAT_RATE_MISMATCH" | "COUNTRY_UNKNOWN" | "DATE_TIME_INVALID" | "DISCOUNT_TOO_LARGE" | "EFI_REFUSED" | "FIELD_REQUIRED" | "FIELD_TYPE_INVALID" | "IIC_INVALID" | "INITIAL_DEPOSIT_FAILED" | "ITEMS_REQUIRED" | "MALFORMED_JSON" | "MESSAGE_TOO_LARGE" | "MORE_THAN_SOLD" | "NEGATIVE_NOT_ALLOWED" | "NOT_AN_ADVANCE" | "ORDER_NUMBER_OUT_OF_RANGE" | "ORDER_NUMBER_TAKEN" | "ORDER_NUMBER_TOO_FAR" | "ORIGINAL_ISSUED_AT_MISMATCH" | "ORIGINAL_NOT_FISCALIZED" | "ORIGINAL_NOT_FOUND" | "ORIGINAL_REQUIRED" | "ORIGINAL_TYPE_MISMATCH" | "PAYMENT_METHOD_NOT_ALLOWED" | "PERCENTAGE_OUT_OF_RANGE" | "QUANTITY_NOT_POSITIVE" | "QUANTITY_ZERO" | "QUERY_INVALID" | "SIGN_MISMATCH" | "TCR_NOT_REGISTERED" | "TEXT_EMPTY" | "TEXT_TOO_LONG" | "TOO_MANY_DECIMALS" | "TOO_MANY_ITEMS" | "TYPE_OF_INVOICE_NOT_CASH" | "VALUE_UNKNOWN" | "VAT_RATE_NOT_ALLOWED";
            /** @description Where: `items[2].vat.rate`; empty for the request as a whole. */
            path: string;
            /** @description What is wrong: one readable English sentence. */
            message: string;
            /** @description With `MORE_THAN_SOLD` and `ADVANCE_EXCEEDED`: what is left, in the unit that `message` says. */
            left?: number;
            /** @description With `ALREADY_CANCELLED`: ids of the correctives in force; first the one that took the last. */
            correctives?: string[];
            /** @description With `CORRECTIVE_OUTDATED`: the amounts as they would be now. */
            totals?: {
                withoutVat: number;
                vat: number;
                total: number;
            };
        };
        /** @description Why fiscalization or onboarding failed. */
        FailureProblem: {
            /** @description What went wrong: one readable English sentence. */
            error: string;
            /**
             * @description Stable constant.
             * @enum {string}
             */
            code: "INITIAL_DEPOSIT_FAILED" | "EFI_REFUSED" | "ORDER_NUMBER_TAKEN" | "ORDER_NUMBER_TOO_FAR" | "MESSAGE_TOO_LARGE" | "ORIGINAL_NOT_FOUND" | "ORIGINAL_TYPE_MISMATCH" | "PAYMENT_METHOD_NOT_ALLOWED" | "CORRECTIVE_VAT_RATE_MISMATCH" | "MORE_THAN_SOLD" | "ALREADY_CANCELLED" | "TCR_NOT_REGISTERED" | "TCR_CODE_TAKEN" | "REQUEST_NOT_VALID" | "EFI_SIGNATURE_REFUSED" | "EFI_CLOCK_REFUSED" | "CLOCK_WRONG" | "NUMBERS_UNCONFIRMED" | "CERTIFICATE_ERROR" | "VAULT_IDENTITY_WRONG" | "EFI_UNAVAILABLE";
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
            /** @description Also in `X-Request-Id`: name it when you ask for help. */
            requestId: string;
        };
        /** @description The storage of the service cannot be used now. */
        StorageProblem: {
            /** @description What went wrong: one readable English sentence. */
            error: string;
            /**
             * @description Stable constant.
             * @enum {string}
             */
            code: "STORAGE_UNAVAILABLE" | "SERVICE_CLOCK_WRONG" | "SERVICE_BUSY";
            /** @description Also in `X-Request-Id`: name it when you ask for help. */
            requestId: string;
            /**
             * @description What is known of what the call was to store: `no`: repeat the call as it is; `unknown`: look before you repeat it; `yes`: it is stored.
             * @enum {string}
             */
            stored: "no" | "unknown" | "yes";
            /**
             * Format: uuid
             * @description Id that the invoice has if it is stored. Absent where `stored` is `no`, and from a search.
             */
            invoiceId?: string;
        };
        /** @description What is the matter with a call of the panel. */
        AdminProblem: {
            /** @description What went wrong: one readable English sentence. */
            error: string;
            /**
             * @description Stable constant.
             * @enum {string}
             */
            code: "NOT_FOUND" | "INVOICE_DETACHED" | "METHOD_NOT_ALLOWED" | "BODY_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "MALFORMED_JSON" | "QUERY_INVALID" | "INTERNAL_ERROR" | "PDF_NOT_READY" | "CALL_NOT_ANSWERED" | "STORAGE_UNAVAILABLE" | "SERVICE_CLOCK_WRONG" | "SERVICE_BUSY" | "OBJECT_STORE_UNAVAILABLE" | "OBJECT_NOT_INTACT" | "SIGN_IN_REQUIRED" | "SIGN_IN_REFUSED" | "SECOND_FACTOR_REQUIRED" | "SECOND_FACTOR_MISSING" | "CONFIRMATION_REQUIRED" | "CSRF_TOKEN_INVALID" | "CONFLICT" | "CHANGED_MEANWHILE" | "VERSION_REQUIRED" | "TCR_CODE_TAKEN" | "FIELD_INVALID" | "CERTIFICATE_REFUSED" | "VAULT_RECIPIENT_WRONG" | "GO_LIVE_INCOMPLETE" | "TOO_MANY_API_KEYS" | "MAIL_NOT_SENT" | "TOO_MANY_ATTEMPTS" | "INITIAL_DEPOSIT_FAILED" | "EFI_REFUSED" | "ORDER_NUMBER_TAKEN" | "ORDER_NUMBER_TOO_FAR" | "MESSAGE_TOO_LARGE" | "ORIGINAL_NOT_FOUND" | "ORIGINAL_TYPE_MISMATCH" | "PAYMENT_METHOD_NOT_ALLOWED" | "CORRECTIVE_VAT_RATE_MISMATCH" | "MORE_THAN_SOLD" | "ALREADY_CANCELLED" | "TCR_NOT_REGISTERED" | "REQUEST_NOT_VALID" | "EFI_SIGNATURE_REFUSED" | "EFI_CLOCK_REFUSED" | "CLOCK_WRONG" | "NUMBERS_UNCONFIRMED" | "CERTIFICATE_ERROR" | "VAULT_IDENTITY_WRONG" | "EFI_UNAVAILABLE";
            /** @description Also in `X-Request-Id`: name it when you ask for help. */
            requestId: string;
            /** @description Single fields, all at once. */
            details?: {
                /** @description Stable constant. */
                code: string;
                /** @description Where in the body or the query. */
                path: string;
                /** @description What is wrong. */
                message: string;
            }[];
            /** @description How many more problems there are; absent where `details` names them all. */
            detailsOmitted?: number;
            /**
             * @description What is known of what the call was to store: `no`: repeat the call as it is; `unknown`: look before you repeat it; `yes`: it is stored.
             * @enum {string}
             */
            stored?: "no" | "unknown" | "yes";
            /** @description With `SECOND_FACTOR_REQUIRED`: whether the account has an app, and what one of its passkeys may sign (options of WebAuthn in JSON form). */
            secondFactor?: {
                totp: boolean;
                passkey: {
                    [key: string]: unknown;
                } | null;
            };
            /**
             * @description Of a failed call to the authority: what to do, as a key of the texts.
             * @enum {string}
             */
            remedyKey?: "wait" | "retry" | "repeatCall" | "report" | "split" | "masterData" | "registerCodes" | "newCertificate" | "certificateTin" | "vaultIdentity" | "vatStatus" | "tcr" | "tcrInactive" | "tcrOrData" | "correctData" | "correctCorrective" | "tcrDeactivated" | "deposit" | "depositExists" | "clock" | "confirmNumber" | "orderNumber" | "lookAtIt";
            /** @description With `CHANGED_MEANWHILE`: how it is now, as a read answers it. */
            current?: {
                [key: string]: unknown;
            };
            /** @description With `CHANGED_MEANWHILE`: by field who changed it last, and when. */
            changes?: {
                path: string;
                by: string | null;
                /** Format: date-time */
                at: string;
            }[];
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
            paymentMethod: "BANKNOTE" | "CARD" | "ACCOUNT" | "BUSINESSCARD" | "OTHER-CASH" | "FACTORING" | "ORDER" | "ADVANCE" | "OTHER";
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
            /** @description Null until the invoice is `Fiscalized`; a corrective has that of the sale. */
            correctable: components["schemas"]["Correctable"] | null;
            /** @description Of an `Advance` that is signed; null of any other document. */
            advance: components["schemas"]["AdvanceBalance"] | null;
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
            /** @description Accepted, but not as you may think: unknown fields, texts that were cut, a `Cash` invoice that is registered and printed as non-cash because of its payment method, an `Idempotency-Key`, which has no effect. Of more than 20 the last one says how many more there are. */
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
            /**
             * @description The original is not stored here: what it is, the tax authority says. Absent where it is.
             * @constant
             */
            source?: "authority";
        };
        /** @description One line as it was sent: a full cancellation copies it and turns both signs. */
        Item: {
            /** @description What was sold. */
            name: string;
            /** @description Code of the item, as it was sent. */
            code?: string | null;
            /** @description Unit of measure, as it was sent. */
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
        /** @description What is left of the sale: the original that a chain of correctives ends at, and all of them that are `Pending`, `Offline` or `Fiscalized`. */
        Correctable: {
            /** @description Euros with VAT that are left. */
            total: number;
            /** @description The original's lines in their order, then re-issued ones. */
            items: components["schemas"]["CorrectableItem"][];
        };
        /** @description A line of which something is left. */
        CorrectableItem: {
            /** @description Index in the root's items; null for a re-issued line. */
            index: number | null;
            /**
             * Format: uuid
             * @description `id` of the document that has the line.
             */
            invoiceId: string;
            /** @description Index in the items of that document. */
            line: number;
            /** @description What was sold. */
            name: string;
            /** @description What is left of it. */
            quantity: number;
        };
        /** @description What an advance has paid. Euros. */
        AdvanceBalance: {
            /** @description Its total. */
            paid: number;
            /** @description What documents in force are paid with, after their correctives. */
            used: number;
            /** @description Below zero where more was paid out of it than it has. */
            left: number;
            /** @description What is paid with it, in the order of issue. */
            invoices: components["schemas"]["AdvancePayment"][];
        };
        /** @description An invoice that the advance pays. */
        AdvancePayment: {
            /**
             * Format: uuid
             * @description `id` of the invoice.
             */
            id: string;
            /** @description Its IIC, once it is signed. */
            iic: string | null;
            /** @description What of it the advance pays. */
            amount: number;
        };
        /** @description Why an invoice is `Failed`. */
        Failure: {
            /** @description What went wrong: one readable English sentence. */
            error: string;
            /**
             * @description Stable constant.
             * @enum {string}
             */
            code: "INITIAL_DEPOSIT_FAILED" | "EFI_REFUSED" | "ORDER_NUMBER_TAKEN" | "ORDER_NUMBER_TOO_FAR" | "MESSAGE_TOO_LARGE" | "ORIGINAL_NOT_FOUND" | "ORIGINAL_TYPE_MISMATCH" | "PAYMENT_METHOD_NOT_ALLOWED" | "CORRECTIVE_VAT_RATE_MISMATCH" | "MORE_THAN_SOLD" | "ALREADY_CANCELLED" | "TCR_NOT_REGISTERED" | "TCR_CODE_TAKEN" | "REQUEST_NOT_VALID" | "EFI_SIGNATURE_REFUSED" | "EFI_CLOCK_REFUSED" | "CLOCK_WRONG" | "NUMBERS_UNCONFIRMED" | "CERTIFICATE_ERROR" | "VAULT_IDENTITY_WRONG" | "EFI_UNAVAILABLE";
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
            /** @description The authority's code of the deposit that it has; null where the service does not know it. */
            fcdc: string | null;
            /** @description Euros: the amount that the authority has; after code 56 the one from before this call, and null where the service does not know it. */
            cashAmount: number | null;
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
        AdminSession: {
            user: {
                /** Format: uuid */
                id: string;
                email: string;
                name: string;
                /** @enum {string} */
                role: "operator" | "service_support" | "company_admin" | "accountant" | "support";
                /** Format: uuid */
                companyId: string | null;
                companyName: string | null;
                /** @enum {string} */
                locale: "me" | "en";
                hasTotp: boolean;
                /** @description How many the person has. */
                passkeys: number;
                /** @description For `If-Match`, in double quotes. */
                version: number;
            };
            /** @description For the header `X-CSRF-Token` of every call that is no GET. */
            csrfToken: string;
            /** @description A second factor is demanded and there is none: nothing else is possible before. */
            mustAddFactor: boolean;
            /** @description What this installation, at this address, knows. */
            possibleFactors: {
                totp: boolean;
                passkey: boolean;
            };
            /** @description What forms of new cash registers begin with. */
            providerCodes: {
                test: {
                    softwareCode: string;
                    maintainerCode: string;
                } | null;
                live: {
                    softwareCode: string;
                    maintainerCode: string;
                } | null;
            };
            /** @description How long the law gives for the delivery of an offline invoice. */
            offlineDelivery: {
                /** @description From the issue to the deadline. */
                windowHours: number;
                /** @description What remains when an invoice becomes more urgent. */
                remainingHours: {
                    soon: number;
                    urgent: number;
                    critical: number;
                };
            };
        };
        AdminSessionList: {
            sessions: {
                /** Format: uuid */
                id: string;
                address: string;
                userAgent: string;
                /** Format: date-time */
                createdAt: string;
                /** Format: date-time */
                lastSeenAt: string;
                /** Format: date-time */
                expiresAt: string;
                isCurrent: boolean;
            }[];
        };
        AdminPasswordLinks: {
            /** @description False without a mail server: an owner or an operator has to help then. */
            isMailed: boolean;
        };
        AdminPerson: {
            /** Format: uuid */
            id: string;
            email: string;
            name: string;
            /** @enum {string} */
            role: "operator" | "service_support" | "company_admin" | "accountant" | "support";
            /** Format: uuid */
            companyId: string | null;
            companyName: string | null;
            /** @enum {string} */
            locale: "me" | "en";
            hasTotp: boolean;
            passkeys: number;
            /** @description For `If-Match`, in double quotes. */
            version: number;
            /** @enum {string} */
            status: "active" | "invited" | "disabled";
            /** @description A link is wanted that an operator has to hand over: there is no mail server. */
            waitsForLink: boolean;
            /** Format: date-time */
            lastSignInAt: string | null;
            /** Format: date-time */
            createdAt: string;
        };
        AdminTotpProposal: {
            secret: string;
            otpauthUrl: string;
        };
        /** @description Options in the JSON form of WebAuthn. */
        AdminPasskeyOptions: {
            [key: string]: unknown;
        };
        AdminPasskeyList: {
            passkeys: components["schemas"]["AdminPasskey"][];
        };
        AdminPasskey: {
            /** Format: uuid */
            id: string;
            name: string;
            isBackedUp: boolean;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            lastUsedAt: string | null;
        };
        AdminPeople: {
            people: components["schemas"]["AdminPerson"][];
            /** Format: uuid */
            nextCursor: string | null;
        };
        AdminInvitation: {
            /**
             * @description `mail`: a link is on its way to the address of the person. `hand-over`: there is no mail server; the operator who calls hands the link over. `operator`: there is no mail server; an operator has to make a link and hand it over.
             * @enum {string}
             */
            delivery: "mail" | "hand-over" | "operator";
            /** @description Only for `hand-over`, and shown this once: `/admin/invitation#<token>`. */
            token: string | null;
            /**
             * Format: date-time
             * @description Of the link.
             */
            expiresAt: string | null;
        };
        AdminInvitedPerson: {
            person: components["schemas"]["AdminPerson"];
            invitation: components["schemas"]["AdminInvitation"];
        };
        AdminInvitedAccount: {
            email: string;
        };
        AdminAuditPage: {
            entries: components["schemas"]["AdminAuditEntry"][];
            nextCursor: string | null;
        };
        AdminAuditEntry: {
            id: string;
            /** Format: date-time */
            at: string;
            /** @description `user:<id>`, `api-key:<id>`, `worker`, … */
            actor: string;
            actorName: string | null;
            /** Format: uuid */
            companyId: string | null;
            companyName: string | null;
            /**
             * @description An older entry may name one that is no longer written.
             * @enum {string}
             */
            action: "user.created" | "user.changed" | "user.invited" | "user.invitation-asked-for" | "user.invitation-mailed" | "user.invitation-not-mailed" | "user.invitation-handed-over" | "user.invitation-accepted" | "user.password-link-asked-for" | "user.password-renewed" | "user.password-changed" | "user.password-accepted" | "user.sign-in-refused" | "user.sign-in-delayed" | "user.signed-in" | "user.signed-out" | "user.signed-out-everywhere" | "user.session-ended" | "user.confirmed" | "user.confirmation-refused" | "user.totp-enabled" | "user.totp-disabled" | "user.passkey-added" | "user.passkey-removed" | "user.second-factor-reset" | "company.created" | "company.changed" | "company.paused" | "company.resumed" | "company.went-live" | "certificate.stored" | "certificate.resealed" | "certificate.expiry-warned" | "cash-register.created" | "cash-register.changed" | "cash-register.made-default" | "cash-register.number-confirmed" | "cash-register.number-raised" | "api-key.created" | "api-key.rotated" | "api-key.revoked" | "invoice.tested" | "invoice.exported" | "invoice.fiscalized" | "invoice.offline" | "invoice.failed" | "invoice.refused" | "invoice.retried" | "invoice.dismissed" | "invoice.delivery-brought-forward" | "invoice.print-brought-forward" | "cash-deposit.registered" | "cash-deposit.refused" | "cash-deposit.offline" | "register-tcr.requested" | "register-tcr.done" | "register-tcr.failed" | "initial-deposit.requested" | "initial-deposit.done" | "initial-deposit.failed" | "recreate-iic.requested" | "recreate-iic.done" | "recreate-iic.failed" | "check-receipt.requested" | "check-receipt.done" | "check-receipt.failed" | "test-signature.requested" | "test-signature.done" | "test-signature.failed" | "lane.paused" | "lane.resumed" | "month.detach-begun" | "month.detached" | "database.moved" | "database.rolled-back";
            /** Format: uuid */
            entityId: string | null;
            /** @description What it is about, where it is still there. */
            about: {
                /** @enum {string} */
                kind: "invoice" | "person" | "cash-register" | "api-key" | "certificate";
                /** Format: uuid */
                id: string;
                /** @description Of an invoice its number, else its buyer, where it has one. */
                name: string | null;
                /** @enum {string|null} */
                environment: "test" | "live" | null;
            } | null;
            before: unknown;
            after: unknown;
        };
        AdminCompanyList: {
            companies: components["schemas"]["AdminListedCompany"][];
            nextCursor: string | null;
        };
        AdminListedCompany: {
            /** Format: uuid */
            id: string;
            tin: string;
            name: string;
            town: string;
            /** @enum {string} */
            environment: "test" | "live";
            /** @enum {string} */
            status: "active" | "paused";
            /** Format: date-time */
            createdAt: string;
            certificateEnds: {
                /**
                 * Format: date-time
                 * @description When the active certificate ends; null if there is none.
                 */
                test: string | null;
                /**
                 * Format: date-time
                 * @description When the active certificate ends; null if there is none.
                 */
                live: string | null;
            };
        };
        AdminCompany: {
            /** Format: uuid */
            id: string;
            tin: string;
            name: string;
            address: string;
            town: string;
            country: string;
            isInVat: boolean;
            vatNumber: string | null;
            bankAccount: string | null;
            logo: string | null;
            pricesIncludeVat: boolean;
            offlineIssuing: boolean;
            printsAtOnce: boolean;
            strictCorrectives: boolean;
            originalsFromElsewhere: boolean;
            /**
             * @description `test`: not live yet.
             * @enum {string}
             */
            environment: "test" | "live";
            /** @enum {string} */
            status: "active" | "paused";
            writesPerMinute: number | null;
            readsPerMinute: number | null;
            /** @description It stands on invoices. */
            isTinFixed: boolean;
            /** @description For `If-Match`, in double quotes. */
            version: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        AdminChecklist: {
            isLive: boolean;
            /** @description Up to the first test invoice. */
            gettingStarted: components["schemas"]["AdminChecklistStep"][];
            /** @description After that, up to the first live invoice. */
            firstSale: components["schemas"]["AdminFirstSaleStep"][];
            /** @description All of them before the company goes live. */
            goingLive: components["schemas"]["AdminChecklistStep"][];
        };
        AdminChecklistStep: {
            /** @enum {string} */
            key: "certificate" | "codes" | "tcr" | "api-key" | "test-invoice";
            isDone: boolean;
            /** @description What is there, or what is missing. */
            detail: string;
        };
        AdminFirstSaleStep: {
            /** @enum {string} */
            key: "live-api-key" | "live-invoice";
            isDone: boolean;
            /** @description What is there, or what is missing. */
            detail: string;
        };
        AdminCertificateList: {
            certificates: components["schemas"]["AdminCertificate"][];
        };
        AdminCertificate: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            environment: "test" | "live";
            /** @description It signs; the others are history. */
            isActive: boolean;
            subject: string;
            issuer: string;
            serialNumber: string;
            tin: string;
            fingerprintSha256: string;
            /** Format: date-time */
            notBefore: string;
            /** Format: date-time */
            notAfter: string;
            /** @description Whole days; below 0 if it has expired. */
            daysLeft: number;
            /** @description 60, 30, 15, 7 or 0 for an active certificate that is to be renewed. */
            warningDays: number | null;
            /** @description What the authority says of the active one where it refuses it, as when it was revoked. */
            refusal: components["schemas"]["AdminSenderRefusal"] | null;
            /** Format: date-time */
            createdAt: string;
        };
        /** @description The authority refuses who sends, and says nothing of the document: new sales fail, and what was handed out is sent again until the cause is removed. */
        AdminSenderRefusal: {
            efiCode: number;
            efiMessage: string | null;
            /**
             * Format: date-time
             * @description When it was said last.
             */
            at: string;
            /** @description Else of the clock or the taxpayer. */
            isOfCertificate: boolean;
            /** @enum {string} */
            remedyKey: "wait" | "retry" | "repeatCall" | "report" | "split" | "masterData" | "registerCodes" | "newCertificate" | "certificateTin" | "vaultIdentity" | "vatStatus" | "tcr" | "tcrInactive" | "tcrOrData" | "correctData" | "correctCorrective" | "tcrDeactivated" | "deposit" | "depositExists" | "clock" | "confirmNumber" | "orderNumber" | "lookAtIt";
        };
        /** @description What the file holds; null where it could not be read. */
        AdminCertificateInspection: {
            /** @description Empty if the certificate can be stored. */
            problems: components["schemas"]["AdminCertificateProblem"][];
            /** @description What does not keep it from being stored. */
            warnings: components["schemas"]["AdminCertificateProblem"][];
            subject: string | null;
            issuer: string | null;
            serialNumber: string | null;
            fingerprintSha256: string | null;
            tin: string | null;
            /** Format: date-time */
            notBefore: string | null;
            /** Format: date-time */
            notAfter: string | null;
            keyBits: number | null;
            /**
             * @description How the file is locked: `legacy` is RC2 or 3DES, `modern` AES.
             * @enum {string|null}
             */
            form: "modern" | "legacy" | null;
        };
        AdminCertificateProblem: {
            code: string;
            message: string;
        };
        AdminTestSignature: {
            /** @description The certificate verifies what its key signed. */
            isValid: boolean;
            /** @description What keeps it from signing invoices now; null if nothing does. */
            problem: string | null;
            signedText: string | null;
            /** @description RSASSA-PKCS1-v1_5 with SHA-256, in hexadecimal. */
            signature: string | null;
        };
        AdminCashRegisterList: {
            cashRegisters: components["schemas"]["AdminCashRegister"][];
            /** @description The database was restored or replaced: these sell nothing until their last number is confirmed. */
            held: {
                /** Format: uuid */
                cashRegisterId: string;
                name: string;
                /** Format: uuid */
                companyId: string;
                companyName: string;
                /** @enum {string} */
                environment: "test" | "live";
                tcrCode: string;
                year: number;
                /** @description The last one of the year that is known here, or that was confirmed. */
                lastOrdinal: number;
            }[];
            /** @description The last number of these was confirmed since, and nothing is numbered behind it: one that is too small is raised by another confirmation. */
            confirmed: {
                /** Format: uuid */
                cashRegisterId: string;
                name: string;
                /** Format: uuid */
                companyId: string;
                companyName: string;
                /** @enum {string} */
                environment: "test" | "live";
                tcrCode: string;
                year: number;
                /** @description The last one of the year that is known here, or that was confirmed. */
                lastOrdinal: number;
            }[];
        };
        AdminCashRegister: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            environment: "test" | "live";
            name: string;
            /** @description Used by API keys that are not bound to one. */
            isDefault: boolean;
            tcrCode: string | null;
            internalId: string;
            type: string;
            businessUnitCode: string;
            softwareCode: string;
            operatorCode: string;
            maintainerCode: string;
            /** @description For `If-Match`, in double quotes. */
            version: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        AdminConfirmedNumber: {
            lastOrdinal: number;
        };
        AdminApiKeyList: {
            apiKeys: components["schemas"]["AdminApiKey"][];
        };
        AdminApiKey: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            environment: "test" | "live";
            name: string;
            /** @description Its first characters, to recognise it by. */
            prefix: string;
            /** @enum {string} */
            status: "active" | "expired" | "revoked";
            cashRegister: {
                /** Format: uuid */
                id: string;
                name: string;
            } | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            lastUsedAt: string | null;
            /** Format: date-time */
            expiresAt: string | null;
            /** Format: date-time */
            revokedAt: string | null;
        };
        AdminMadeApiKey: {
            /** @description The key itself: shown this once and kept nowhere. */
            key: string;
            apiKey: components["schemas"]["AdminApiKey"];
        };
        AdminRotatedApiKey: {
            /** @description The key itself: shown this once and kept nowhere. */
            key: string;
            apiKey: components["schemas"]["AdminApiKey"];
            previous: components["schemas"]["AdminApiKey"];
        };
        AdminRecreatedIic: {
            /** @description The text that was signed. */
            concatenated: string;
            iic: string;
            iicSignature: string;
            /** @description Null if there was nothing to compare. */
            matches: boolean | null;
            /**
             * Format: uuid
             * @description Whose key signed: the active one, or the past one that gives the same IIC.
             */
            certificateId: string;
        };
        AdminInvoicePage: {
            invoices: components["schemas"]["AdminListedInvoice"][];
            nextCursor: string | null;
            /**
             * Format: date-time
             * @description A search of many invoices ends a page early: what was created before is not searched yet, and `nextCursor` goes on there. Null for a whole page, and for the last one.
             */
            searchedTo: string | null;
        };
        AdminListedInvoice: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            companyId: string;
            companyName: string;
            /** @enum {string} */
            status: "Draft" | "Pending" | "Fiscalized" | "Failed" | "Offline";
            documentType: string;
            /** @enum {string} */
            typeOfInvoice: "Cash" | "NonCash";
            paymentMethod: string;
            invoiceNumber: string | null;
            /** @description The ordinal; before it is signed, as sent. */
            orderNumber: number;
            /** @description The company’s own; null where it sent 0 and left it to the service. */
            sentOrderNumber: number | null;
            cashRegisterName: string;
            buyerName: string | null;
            note: string | null;
            /** @description Euros with VAT, decimal text. */
            total: string;
            iic: string | null;
            fic: string | null;
            /** @description Legal issue time, in Podgorica. */
            issueDateTime: string | null;
            failure: components["schemas"]["Failure"] | null;
            attempts: number;
            /** Format: date-time */
            nextAttemptAt: string | null;
            /**
             * Format: date-time
             * @description Of what was handed out and is not registered.
             */
            deliverBefore: string | null;
            isDismissed: boolean;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        AdminInvoice: {
            /** @description As the company’s own system reads it. */
            record: components["schemas"]["Invoice"];
            /** @description Of each item, with VAT and after its rebate, decimal text in euros. */
            lineTotals: string[];
            companyName: string;
            cashRegister: {
                /** Format: uuid */
                id: string;
                name: string;
                tcrCode: string | null;
            };
            apiKey: {
                /** Format: uuid */
                id: string;
                name: string;
                prefix: string;
            } | null;
            /** @description Of the number, once it is signed. */
            year: number | null;
            /** @description It was signed with. */
            tcrCode: string | null;
            iicSignature: string | null;
            /** @description A worker works on it now. */
            isInHand: boolean;
            /** Format: date-time */
            offlineSince: string | null;
            /** @description Why it is not delivered, where the authority refuses the company itself. */
            senderRefusal: components["schemas"]["AdminSenderRefusal"] | null;
            /** @description Under which it is listed as failed work. */
            cause: string | null;
            /**
             * @description What to do, as a key of the panel’s texts: by the code of the authority, by its words where its code does not tell (code 11), else by our own code. Null where nothing failed.
             * @enum {string|null}
             */
            remedyKey: "wait" | "retry" | "repeatCall" | "report" | "split" | "masterData" | "registerCodes" | "newCertificate" | "certificateTin" | "vaultIdentity" | "vatStatus" | "tcr" | "tcrInactive" | "tcrOrData" | "correctData" | "correctCorrective" | "tcrDeactivated" | "deposit" | "depositExists" | "clock" | "confirmNumber" | "orderNumber" | "lookAtIt" | "OFFLINE_LATE" | "PENDING_STUCK" | "PRINT_FAILING" | null;
            /**
             * @description What the panel can do about it; null where nothing but the words of the remedy helps.
             * @enum {string|null}
             */
            remedyAction: "register-tcr" | "initial-deposit" | "upload-certificate" | "edit-cash-register" | "edit-company" | null;
            dismissal: {
                /** Format: date-time */
                at: string;
                by: string;
                byName: string | null;
                reason: string;
            } | null;
            /** @description Of a corrective. */
            originalInvoice: components["schemas"]["AdminRelatedInvoice"] | null;
            /** @description Whatever became of them. */
            correctiveInvoices: components["schemas"]["AdminRelatedInvoice"][];
            documents: components["schemas"]["AdminDocumentVersion"][];
            /** @description A print that is on its way. */
            missingPrint: {
                attempts: number;
                /** Format: date-time */
                nextAttemptAt: string;
            } | null;
        };
        AdminRelatedInvoice: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            status: "Draft" | "Pending" | "Fiscalized" | "Failed" | "Offline";
            invoiceNumber: string | null;
            iic: string | null;
        };
        AdminDocumentVersion: {
            /**
             * Format: uuid
             * @description `version` of the PDF.
             */
            id: string;
            /** @description Null on one printed offline. */
            fic: string | null;
            sha256: string;
            sizeBytes: number;
            /** Format: date-time */
            createdAt: string;
        };
        AdminTimeline: {
            /** @description Oldest first. */
            events: components["schemas"]["AdminTimelineEvent"][];
        };
        AdminTimelineEvent: {
            /** Format: date-time */
            at: string;
            /** @enum {string} */
            kind: "created" | "number-given" | "number-freed" | "message-sent" | "message-registered" | "message-refused" | "message-unanswered" | "handed-out-offline" | "fiscalized" | "failed" | "printed" | "retried" | "dismissed" | "brought-forward" | "tested" | "other";
            /** @description The authority’s words, a reason, a FIC; of `other`, the action of the audit log. */
            detail: string | null;
            /** @description `worker`, `user:<id>`. */
            actor: string | null;
            actorName: string | null;
            /**
             * Format: uuid
             * @description Its texts can be read.
             */
            submissionId: string | null;
            subsequentDelivery: string | null;
            httpStatus: number | null;
            efiCode: number | null;
            /** @description Until the answer. */
            tookMs: number | null;
            /** @description Earlier messages that this one stands for: like it but for UUID, sending time and signature, and nothing ever came back of any. Of a message that was sent. */
            replaced: number | null;
            ordinal: number | null;
            /** Format: uuid */
            documentId: string | null;
        };
        AdminMessage: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            requestUuid: string;
            sendDateTime: string;
            subsequentDelivery: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            answeredAt: string | null;
            /** @enum {string|null} */
            outcome: "registered" | "refused" | "unanswered" | null;
            httpStatus: number | null;
            efiCode: number | null;
            detail: string | null;
            /** @description The signed XML, byte for byte. */
            request: string;
            /** @description What came back. U+FFFD stands for what is no text or a control character. */
            response: string | null;
            /** @description What came back, byte for byte; null where `response` is exactly that. */
            responseBase64: string | null;
        };
        AdminNumberLedger: {
            /** @description Every row of numbers of the cash register. */
            rows: {
                tcrCode: string;
                year: number;
                lastOrdinal: number;
                freeOrdinals: number[];
            }[];
            /** @description Of the row that the histories are of. */
            tcrCode: string | null;
            year: number | null;
            histories: components["schemas"]["AdminNumberHistory"][];
            nextBelow: number | null;
        };
        AdminNumberHistory: {
            ordinal: number;
            /**
             * Format: uuid
             * @description Null while the number is free.
             */
            invoiceId: string | null;
            invoiceNumber: string | null;
            /** @enum {string|null} */
            status: "Draft" | "Pending" | "Fiscalized" | "Failed" | "Offline" | null;
            fic: string | null;
            events: {
                /** @enum {string} */
                event: "given" | "freed" | "lost" | "handed-out" | "registered" | "failed";
                /** Format: date-time */
                at: string;
                /** Format: uuid */
                invoiceId: string | null;
                reason: string | null;
            }[];
        };
        /** @description As a system of the company may send it. */
        AdminSampleInvoice: {
            invoice: {
                [key: string]: unknown;
            };
        };
        /** @description What became of it; `Pending` where it lasts. */
        AdminTestInvoice: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            status: "Draft" | "Pending" | "Fiscalized" | "Failed" | "Offline";
            invoiceNumber: string | null;
        };
        AdminFailureCauses: {
            /** @description First what customers hold although it was refused, then by deadline, then the most frequent. */
            causes: components["schemas"]["AdminFailureCause"][];
        };
        AdminFailureCause: {
            /** @description Of the list of causes: `EFI_REFUSED:53`, `OFFLINE_LATE`. Under code 11 the authority says everything that breaks a rule: there the cause names its words, too, `EFI_REFUSED:11:3f786850`. */
            cause: string;
            /** @description It goes on by itself and takes too long; nothing has failed. */
            isStuck: boolean;
            /** @enum {string} */
            code: "INITIAL_DEPOSIT_FAILED" | "EFI_REFUSED" | "ORDER_NUMBER_TAKEN" | "ORDER_NUMBER_TOO_FAR" | "MESSAGE_TOO_LARGE" | "ORIGINAL_NOT_FOUND" | "ORIGINAL_TYPE_MISMATCH" | "PAYMENT_METHOD_NOT_ALLOWED" | "CORRECTIVE_VAT_RATE_MISMATCH" | "MORE_THAN_SOLD" | "ALREADY_CANCELLED" | "TCR_NOT_REGISTERED" | "TCR_CODE_TAKEN" | "REQUEST_NOT_VALID" | "EFI_SIGNATURE_REFUSED" | "EFI_CLOCK_REFUSED" | "CLOCK_WRONG" | "NUMBERS_UNCONFIRMED" | "CERTIFICATE_ERROR" | "VAULT_IDENTITY_WRONG" | "EFI_UNAVAILABLE" | "OFFLINE_LATE" | "PENDING_STUCK" | "PRINT_FAILING";
            efiCode: number | null;
            count: number;
            /** @description Of these, what the customer holds although it was refused. */
            urgent: number;
            /**
             * Format: date-time
             * @description The nearest deadline among those that were handed out.
             */
            deliverBefore: string | null;
            /**
             * Format: date-time
             * @description The oldest invoice was created then.
             */
            oldest: string;
            /** @description Of the newest example: what happened. */
            error: string;
            /** @description The authority’s own words. */
            efiMessage: string | null;
            remedy: string | null;
            /**
             * @description What to do, as a key of the panel’s texts: by the code of the authority, by its words where its code does not tell (code 11), else by our own code. Null where nothing failed.
             * @enum {string|null}
             */
            remedyKey: "wait" | "retry" | "repeatCall" | "report" | "split" | "masterData" | "registerCodes" | "newCertificate" | "certificateTin" | "vaultIdentity" | "vatStatus" | "tcr" | "tcrInactive" | "tcrOrData" | "correctData" | "correctCorrective" | "tcrDeactivated" | "deposit" | "depositExists" | "clock" | "confirmNumber" | "orderNumber" | "lookAtIt" | "OFFLINE_LATE" | "PENDING_STUCK" | "PRINT_FAILING" | null;
            /**
             * @description What the panel can do about it; null where nothing but the words of the remedy helps.
             * @enum {string|null}
             */
            remedyAction: "register-tcr" | "initial-deposit" | "upload-certificate" | "edit-cash-register" | "edit-company" | null;
            /** @description The same invoice can succeed although nobody changes anything. */
            retryable: boolean;
            /** @description `retry` does something about it. */
            canRetry: boolean;
        };
        AdminFailedPage: {
            invoices: components["schemas"]["AdminFailedInvoice"][];
            nextCursor: string | null;
        };
        AdminFailedInvoice: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            companyId: string;
            companyName: string;
            /** Format: uuid */
            cashRegisterId: string;
            cashRegisterName: string;
            /** @enum {string} */
            status: "Draft" | "Pending" | "Fiscalized" | "Failed" | "Offline";
            invoiceNumber: string | null;
            orderNumber: number;
            /** @description Euros with VAT, decimal text. */
            total: string;
            /** @description Of the list of causes: `EFI_REFUSED:53`, `OFFLINE_LATE`. Under code 11 the authority says everything that breaks a rule: there the cause names its words, too, `EFI_REFUSED:11:3f786850`. */
            cause: string | null;
            /** @description Null for what has not failed. */
            failure: components["schemas"]["Failure"] | null;
            /**
             * @description What to do, as a key of the panel’s texts: by the code of the authority, by its words where its code does not tell (code 11), else by our own code. Null where nothing failed.
             * @enum {string|null}
             */
            remedyKey: "wait" | "retry" | "repeatCall" | "report" | "split" | "masterData" | "registerCodes" | "newCertificate" | "certificateTin" | "vaultIdentity" | "vatStatus" | "tcr" | "tcrInactive" | "tcrOrData" | "correctData" | "correctCorrective" | "tcrDeactivated" | "deposit" | "depositExists" | "clock" | "confirmNumber" | "orderNumber" | "lookAtIt" | "OFFLINE_LATE" | "PENDING_STUCK" | "PRINT_FAILING" | null;
            /**
             * @description What the panel can do about it; null where nothing but the words of the remedy helps.
             * @enum {string|null}
             */
            remedyAction: "register-tcr" | "initial-deposit" | "upload-certificate" | "edit-cash-register" | "edit-company" | null;
            attempts: number;
            /** Format: date-time */
            nextAttemptAt: string | null;
            /**
             * Format: date-time
             * @description The legal deadline of what was handed out offline.
             */
            deliverBefore: string | null;
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: date-time
             * @description Of what failed: when it did.
             */
            updatedAt: string;
            lastMessage: {
                /** Format: uuid */
                id: string;
                /** Format: date-time */
                at: string;
                /** @enum {string|null} */
                outcome: "registered" | "refused" | "unanswered" | null;
                efiCode: number | null;
                /** @description The authority’s words, or why none. */
                detail: string | null;
            } | null;
        };
        AdminAffectedTills: {
            /** @description Each cash register once; urgent ones first, then by their failures. */
            tills: components["schemas"]["AdminAffectedTill"][];
        };
        AdminAffectedTill: {
            /** Format: uuid */
            companyId: string;
            companyName: string;
            /** Format: uuid */
            cashRegisterId: string;
            cashRegisterName: string;
            count: number;
            urgent: number;
        };
        AdminRetryBatches: {
            /** @description Of the last hour, the newest first. */
            batches: components["schemas"]["AdminRetryBatch"][];
        };
        AdminRetryBatch: {
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            startedAt: string;
            total: number;
            fiscalized: number;
            /** @description Issued offline by the retry; delivered later. */
            offline: number;
            /** @description Failed again. */
            failed: number;
            /** @description Without an outcome yet. */
            open: number;
        };
        AdminOfflineBacklog: {
            /** @description By the time that remains, the most urgent first. */
            buckets: {
                /** @description Null: the deadline has passed. */
                overHours: number | null;
                upToHours: number;
                count: number;
            }[];
            /** @description The nearest deadline first. */
            invoices: components["schemas"]["AdminFailedInvoice"][];
            nextCursor: string | null;
        };
        AdminRetryOutcome: {
            /**
             * Format: uuid
             * @description Under which its progress is read; null where nothing was begun.
             */
            batchId: string | null;
            retried: number;
            /** @description Every invoice that was left as it is, and why. */
            skipped: components["schemas"]["AdminSkippedInvoice"][];
            /** @description There are more of the cause than 5 000: call again with this `cursor`. */
            nextCursor: string | null;
        };
        AdminSkippedInvoice: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            why: "NOT_FOUND" | "NOT_FAILED" | "REFUSED" | "COMPANY_PAUSED" | "IN_PROGRESS";
            /** @description Why, in words. */
            message: string;
            /**
             * Format: uuid
             * @description Of a `REFUSED` one; else null.
             */
            companyId: string | null;
            /** @description Of a `REFUSED` one: what other documents say against it, as `fiscalize` would answer. It stays `Failed`. */
            details: components["schemas"]["Issue"][];
        };
        AdminDoubtfulRetries: {
            /** @description Failed sales older than five minutes that no customer holds: the till may have sold them again. Of a cause, its first 500 are looked at. */
            invoices: components["schemas"]["AdminDoubtfulRetry"][];
        };
        AdminDoubtfulRetry: {
            /** Format: uuid */
            id: string;
            cashRegisterName: string;
            total: string;
            /** Format: date-time */
            createdAt: string;
            /** @description What the same cash register has handed out for the same amount since, at most three. */
            soldSince: {
                /** Format: uuid */
                id: string;
                invoiceNumber: string;
                /** Format: date-time */
                createdAt: string;
            }[];
        };
        AdminDismissOutcome: {
            dismissed: number;
            /** @description Every invoice that was left as it is, and why. */
            skipped: components["schemas"]["AdminSkippedInvoice"][];
        };
        AdminHealth: {
            /** Format: date-time */
            at: string;
            /** @description Redis does not answer: workers find what is to be done up to a second later. */
            isQueueAway: boolean;
            queues: components["schemas"]["AdminLane"][];
            /** @description Alive, or dead since less than a day. */
            workers: components["schemas"]["AdminWorker"][];
            efi: components["schemas"]["AdminAuthorityHealth"][];
            prints: {
                waiting: number;
                oldestAgeSeconds: number;
                /** @description Tried three times and more. */
                failing: number;
                /** @description Whose prints fail. */
                companies: components["schemas"]["AdminConcernedCompanies"];
            };
            /** @description Cash registers that sell nothing until their last number is confirmed. */
            heldRegisters: number;
            /** @description Requests came with `X-Forwarded-For` within the last day, and `TRUSTED_PROXIES` is 0: all calls through that proxy count as one address. */
            isForwardingIgnored: boolean;
            offline: {
                /** @enum {string} */
                environment: "test" | "live";
                olderThanHours: number;
                /** @description Undelivered for longer; greater ages are in it. */
                count: number;
            }[];
            /** @description Whose offline invoices are urgent. */
            lateCompanies: components["schemas"]["AdminConcernedCompanies"];
        };
        AdminLane: {
            /** @enum {string} */
            queue: "fiscalization" | "test-fiscalization" | "registry" | "printing" | "delivery";
            /** @description Work that no worker holds, by the database. */
            waiting: number;
            /** @description Of that work; 0 where there is none. */
            oldestAgeSeconds: number;
            /** @description Done, over the last five minutes. */
            ratePerMinute: number;
            /** @description Jobs that broke, over the last five minutes. */
            brokenPerMinute: number;
            /** @description In progress at a worker. */
            working: number;
            /** @description Due later, after an attempt without success. */
            postponed: number;
            /** @description Tried before without success, whatever their state. */
            retried: number;
            /** @description Living workers that take from it: with 0 all of it waits. */
            workers: number;
            /** @description Set while no worker takes anything from it. */
            pause: {
                /** Format: date-time */
                pausedAt: string;
                pausedBy: string | null;
                reason: string;
            } | null;
        };
        AdminWorker: {
            /** Format: uuid */
            id: string;
            host: string;
            pid: number;
            version: string;
            /** Format: date-time */
            startedAt: string;
            /** Format: date-time */
            seenAt: string;
            isAlive: boolean;
            lanes: {
                lane: string;
                inProgress: number;
                concurrency: number;
                /** Format: date-time */
                lastConsumedAt: string | null;
            }[];
            /** @description What keeps the worker itself from signing: it claims nothing that another one in order does. */
            obstacles: {
                environments: ("test" | "live")[];
                /** @description One sentence. */
                words: string;
            }[];
        };
        AdminAuthorityHealth: {
            /** @enum {string} */
            environment: "test" | "live";
            /** @description The worst that a living worker sees; null where none lives. */
            circuit: {
                /** @enum {string} */
                state: "closed" | "open";
                /** Format: date-time */
                since: string;
                /** @description Messages without an answer in a row. */
                failures: number;
            } | null;
            /** @description What is known of its signature, if it signs with a certificate that is not pinned: its answers are not believed then. */
            unpinned: string | null;
            /** @description Why its answers cannot be believed, for whatever reason. It answers all the same: sales and deliveries go on, and what became of them is taken from the receipt check. */
            disbelief: string | null;
            /** @description Companies whose messages are not answered although those of others are. */
            silentCompanies: components["schemas"]["AdminConcernedCompanies"];
            /** @description Companies that issue nothing offline, as long as the authority does not answer or is not believed, to all or to them: each of their sales fails. */
            failingCompanies: components["schemas"]["AdminConcernedCompanies"];
            /** @description Something keeps every living worker from signing for it: sales fail, and say why. */
            isHindered: boolean;
            /**
             * Format: date-time
             * @description Since when its receipt check has not answered, once that has lasted a minute.
             */
            receiptCheckSilentSince: string | null;
            /** @description Oldest first; minutes without a message are not there. */
            minutes: {
                /** Format: date-time */
                minute: string;
                registered: number;
                refused: number;
                unanswered: number;
                averageMs: number;
                slowestMs: number;
            }[];
        };
        AdminConcernedCompanies: {
            /** @description How many there are; 20 are named. */
            found: number;
            named: {
                /** Format: uuid */
                companyId: string;
                name: string;
            }[];
        };
        AdminLaneDetail: {
            /** @description Of the last 24 hours, the oldest first; idle hours are not there. */
            hours: {
                /** Format: date-time */
                hour: string;
                done: number;
                failed: number;
            }[];
            /** @description The oldest first, at most 50. */
            jobs: {
                /** Format: uuid */
                subjectId: string;
                /** @enum {string} */
                kind: "fiscalize" | "deliver" | "key_operation" | "print" | "print_at_once";
                /** Format: uuid */
                companyId: string;
                companyName: string;
                /** @enum {string} */
                environment: "test" | "live";
                /** @enum {string} */
                state: "working" | "waiting" | "postponed";
                attempts: number;
                /** Format: date-time */
                createdAt: string;
                /** Format: date-time */
                scheduledAt: string | null;
            }[];
        };
        AdminLaneChange: {
            isPaused: boolean;
        };
        AdminHeldRegisterList: {
            held: {
                /** Format: uuid */
                cashRegisterId: string;
                name: string;
                /** Format: uuid */
                companyId: string;
                companyName: string;
                /** @enum {string} */
                environment: "test" | "live";
                tcrCode: string;
                year: number;
                /** @description The last one of the year that is known here, or that was confirmed. */
                lastOrdinal: number;
            }[];
        };
        AdminConfirmedNumbers: {
            /** @description Of cash registers that were held. */
            count: number;
        };
        AdminToday: {
            /** @description Failed, and not dismissed. */
            failed: number;
            /** @description Offline: handed out, and still to be delivered. */
            waiting: number;
            /** Format: date-time */
            at: string;
            /**
             * Format: date-time
             * @description Of those that wait.
             */
            nearestDeadline: string | null;
            /**
             * Format: date
             * @description In Podgorica.
             */
            day: string;
            /** @description All of the day: 24, or 23 and 25 where the clock changes. */
            hours: {
                /** Format: date-time */
                startsAt: string;
                sales: {
                    /** @enum {string} */
                    outcome: "Fiscalized" | "Offline" | "Failed" | "Pending";
                    count: number;
                    /** @description Euros; correctives count with their sign. */
                    amount: string;
                }[];
            }[];
            /** @description Of the day, one an outcome. */
            totals: {
                /** @enum {string} */
                outcome: "Fiscalized" | "Offline" | "Failed" | "Pending";
                count: number;
                /** @description Euros; correctives count with their sign. */
                amount: string;
            }[];
            /** @description Of those that wait: less than a day remains. */
            late: number;
            /** @description Sales that should have had their outcome minutes ago. */
            stuck: number;
            failingPrints: number;
            /** @description That signs; days are negative once it has ended. */
            certificate: {
                /** Format: date-time */
                endsAt: string;
                daysLeft: number;
            } | null;
            authority: {
                /** @enum {string} */
                state: "answers" | "silent" | "disbelieved" | "unknown";
                /** Format: date-time */
                since: string | null;
            };
            senderRefusal: components["schemas"]["AdminSenderRefusal"] | null;
            lastInvoice: {
                /** Format: uuid */
                id: string;
                /** @enum {string} */
                status: "Draft" | "Pending" | "Fiscalized" | "Failed" | "Offline";
                invoiceNumber: string | null;
                /** @description Euros; correctives count with their sign. */
                total: string;
                /** Format: date-time */
                createdAt: string;
            } | null;
            /** @description The gravest first; empty where all is well. */
            problems: {
                /** @enum {string} */
                kind: "company-paused" | "workers" | "signing" | "lane-paused" | "held" | "certificate-missing" | "certificate-ended" | "sender-refused" | "failed" | "stuck" | "late" | "sales-fail" | "authority-silent" | "authority-disbelieved" | "certificate-ending" | "prints";
                /** @enum {string} */
                severity: "watch" | "bad";
                /** @description Of invoices, of cash registers, or of days that remain. */
                count: number | null;
            }[];
        };
        AdminWorkCounts: {
            /** @description Failed, and not dismissed. */
            failed: number;
            /** @description Offline: handed out, and still to be delivered. */
            waiting: number;
        };
        AdminOverview: {
            /** Format: date-time */
            at: string;
            work: {
                /** @description How many there are; 100 are listed. */
                found: number;
                listed: {
                    /** Format: uuid */
                    companyId: string;
                    name: string;
                    /** @description Failed, and not dismissed. */
                    failed: number;
                    /** @description Offline: handed out, and still to be delivered. */
                    waiting: number;
                    /**
                     * Format: date-time
                     * @description Of those that wait.
                     */
                    nearestDeadline: string | null;
                    /** Format: date-time */
                    oldestFailure: string | null;
                }[];
            };
            certificates: {
                /** @description How many there are; 100 are listed. */
                found: number;
                listed: {
                    /** Format: uuid */
                    companyId: string;
                    name: string;
                    /** Format: date-time */
                    notAfter: string;
                    daysLeft: number;
                }[];
            };
            withoutLiveSale: {
                /** @description How many there are; 100 are listed. */
                found: number;
                listed: {
                    /** Format: uuid */
                    companyId: string;
                    name: string;
                    /** @description Its name; null where the company has none. */
                    cashRegister: string | null;
                    /**
                     * Format: date-time
                     * @description Of the company.
                     */
                    liveSince: string | null;
                }[];
            };
        };
    };
    responses: {
        /** @description The key is missing, mistyped, expired or revoked. */
        Unauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The company is paused. Or: A live key is used for a company that is not live yet. Or: A live key is to sell where the service has no live endpoint of the authority. */
        Forbidden: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
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
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The invoice is older than the law keeps invoices, and the operator of the service has put away what it says, its messages and its prints. The lists still have its number and codes. */
        InvoiceDetached: {
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
        /** @description The invoice is `Draft`, `Pending` or `Failed` and was never handed out as `Offline`: there is nothing to print. */
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
        /** @description The body is larger than 1 MiB (8 KiB without a key or a session), nested deeper than 32 levels, or, in the panel, of more than 2 000 values. */
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
        /** @description The body is not declared as JSON in UTF-8, or it is compressed. */
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
        /** @description The key or its company has made too many calls, the address too many with a bad key, or the company has too many lists, or more than 8 MiB of bodies, at once. */
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
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The PDF was asked for and is being rendered; it is made at its first request. Or: The print or message is old and kept in the object store, which does not answer now. Or: The storage of the service (PostgreSQL) cannot be used now. `stored` says what became of the call: `no`, `unknown` or `yes`. */
        PdfNotReady: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] | components["schemas"]["StorageProblem"];
            };
        };
        /** @description The print or message is old and kept in the object store, which has lost or changed it. Or: Something broke on our side. Nothing that was stored is lost. */
        PdfNotIntact: {
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
        /** @description The onboarding call was not made in time, because the service is busy or its worker away. Or: The storage of the service (PostgreSQL) cannot be used now. `stored` says what became of the call: `no`, `unknown` or `yes`. */
        CallNotAnswered: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] | components["schemas"]["StorageProblem"];
            };
        };
        /** @description The storage of the service (PostgreSQL) cannot be used now. `stored` says what became of the call: `no`, `unknown` or `yes`. */
        StorageUnavailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["StorageProblem"];
            };
        };
        /** @description The storage of the service (PostgreSQL) cannot be used now. `stored` says what became of the call: `no`, `unknown` or `yes`. Or: The clock of the service is hours off that of its storage, so that it stores no new invoice. `stored` is `no`. Or: The service holds as many bytes of bodies as it can at a time. The body was not read. `stored` is `no`. */
        NotStored: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["StorageProblem"];
            };
        };
        /** @description What is the matter; see the codes of the admin panel in docs/errors.md. */
        AdminProblem: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AdminProblem"];
            };
        };
        /** @description The storage of the service, or its worker, cannot be used now. */
        AdminUnavailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AdminProblem"];
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
         * @description `ETag` of what you have, a list of them, or `*`: 304 if nothing has changed, whatever `Cache-Control` says.
         * @example W/"5b3-Z5YhoKTEUHqqVyfZdn0kf+pj/c8"
         */
        ifNoneMatch: string;
        /**
         * @description `ETag` of what was read: 412 if somebody else has changed it since. `*` for whatever it is.
         * @example "3"
         */
        ifMatch: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description Id of this request: name it when you ask for help. It is the `X-Request-Id` of the call where that has 8 to 128 letters, digits and `_.:-`, else a UUID.
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
         * @description Calls that remain (`r`), seconds until all are back (`t`).
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
export type AdminSignIn = components['schemas']['AdminSignIn'];
export type AdminPasskeyAssertion = components['schemas']['AdminPasskeyAssertion'];
export type AdminPasswordLinkRequest = components['schemas']['AdminPasswordLinkRequest'];
export type AdminAccountInput = components['schemas']['AdminAccountInput'];
export type AdminPasswordInput = components['schemas']['AdminPasswordInput'];
export type AdminTotpCode = components['schemas']['AdminTotpCode'];
export type AdminConfirmation = components['schemas']['AdminConfirmation'];
export type AdminNewPasskey = components['schemas']['AdminNewPasskey'];
export type AdminPasskeyAttestation = components['schemas']['AdminPasskeyAttestation'];
export type AdminSignInPolicy = components['schemas']['AdminSignInPolicy'];
export type AdminPersonChange = components['schemas']['AdminPersonChange'];
export type AdminNewUser = components['schemas']['AdminNewUser'];
export type AdminNewMember = components['schemas']['AdminNewMember'];
export type AdminLink = components['schemas']['AdminLink'];
export type AdminInvitationAcceptance = components['schemas']['AdminInvitationAcceptance'];
export type AdminNewCompany = components['schemas']['AdminNewCompany'];
export type AdminCompanyChange = components['schemas']['AdminCompanyChange'];
export type AdminCompanyLimits = components['schemas']['AdminCompanyLimits'];
export type AdminCertificateUpload = components['schemas']['AdminCertificateUpload'];
export type AdminNewCashRegister = components['schemas']['AdminNewCashRegister'];
export type AdminCashRegisterChange = components['schemas']['AdminCashRegisterChange'];
export type AdminInitialDeposit = components['schemas']['AdminInitialDeposit'];
export type AdminNumberConfirmation = components['schemas']['AdminNumberConfirmation'];
export type AdminLastReceipt = components['schemas']['AdminLastReceipt'];
export type AdminNewApiKey = components['schemas']['AdminNewApiKey'];
export type AdminApiKeyRotation = components['schemas']['AdminApiKeyRotation'];
export type AdminIicValues = components['schemas']['AdminIicValues'];
export type AdminRetry = components['schemas']['AdminRetry'];
export type AdminDismissal = components['schemas']['AdminDismissal'];
export type AdminRetryOfAll = components['schemas']['AdminRetryOfAll'];
export type AdminLanePause = components['schemas']['AdminLanePause'];
export type AdminLaneResume = components['schemas']['AdminLaneResume'];
export type AdminAllNumbersConfirmation = components['schemas']['AdminAllNumbersConfirmation'];
export type Problem = components['schemas']['Problem'];
export type ValidationProblem = components['schemas']['ValidationProblem'];
export type Issue = components['schemas']['Issue'];
export type FailureProblem = components['schemas']['FailureProblem'];
export type StorageProblem = components['schemas']['StorageProblem'];
export type AdminProblem = components['schemas']['AdminProblem'];
export type Invoice = components['schemas']['Invoice'];
export type Buyer = components['schemas']['Buyer'];
export type Original = components['schemas']['Original'];
export type Item = components['schemas']['Item'];
export type Totals = components['schemas']['Totals'];
export type VatGroup = components['schemas']['VatGroup'];
export type CorrectiveReference = components['schemas']['CorrectiveReference'];
export type Correctable = components['schemas']['Correctable'];
export type CorrectableItem = components['schemas']['CorrectableItem'];
export type AdvanceBalance = components['schemas']['AdvanceBalance'];
export type AdvancePayment = components['schemas']['AdvancePayment'];
export type Failure = components['schemas']['Failure'];
export type InvoicePage = components['schemas']['InvoicePage'];
export type TcrRegistration = components['schemas']['TcrRegistration'];
export type CashDeposit = components['schemas']['CashDeposit'];
export type AdminSession = components['schemas']['AdminSession'];
export type AdminSessionList = components['schemas']['AdminSessionList'];
export type AdminPasswordLinks = components['schemas']['AdminPasswordLinks'];
export type AdminPerson = components['schemas']['AdminPerson'];
export type AdminTotpProposal = components['schemas']['AdminTotpProposal'];
export type AdminPasskeyOptions = components['schemas']['AdminPasskeyOptions'];
export type AdminPasskeyList = components['schemas']['AdminPasskeyList'];
export type AdminPasskey = components['schemas']['AdminPasskey'];
export type AdminPeople = components['schemas']['AdminPeople'];
export type AdminInvitation = components['schemas']['AdminInvitation'];
export type AdminInvitedPerson = components['schemas']['AdminInvitedPerson'];
export type AdminInvitedAccount = components['schemas']['AdminInvitedAccount'];
export type AdminAuditPage = components['schemas']['AdminAuditPage'];
export type AdminAuditEntry = components['schemas']['AdminAuditEntry'];
export type AdminCompanyList = components['schemas']['AdminCompanyList'];
export type AdminListedCompany = components['schemas']['AdminListedCompany'];
export type AdminCompany = components['schemas']['AdminCompany'];
export type AdminChecklist = components['schemas']['AdminChecklist'];
export type AdminChecklistStep = components['schemas']['AdminChecklistStep'];
export type AdminFirstSaleStep = components['schemas']['AdminFirstSaleStep'];
export type AdminCertificateList = components['schemas']['AdminCertificateList'];
export type AdminCertificate = components['schemas']['AdminCertificate'];
export type AdminSenderRefusal = components['schemas']['AdminSenderRefusal'];
export type AdminCertificateInspection = components['schemas']['AdminCertificateInspection'];
export type AdminCertificateProblem = components['schemas']['AdminCertificateProblem'];
export type AdminTestSignature = components['schemas']['AdminTestSignature'];
export type AdminCashRegisterList = components['schemas']['AdminCashRegisterList'];
export type AdminCashRegister = components['schemas']['AdminCashRegister'];
export type AdminConfirmedNumber = components['schemas']['AdminConfirmedNumber'];
export type AdminApiKeyList = components['schemas']['AdminApiKeyList'];
export type AdminApiKey = components['schemas']['AdminApiKey'];
export type AdminMadeApiKey = components['schemas']['AdminMadeApiKey'];
export type AdminRotatedApiKey = components['schemas']['AdminRotatedApiKey'];
export type AdminRecreatedIic = components['schemas']['AdminRecreatedIic'];
export type AdminInvoicePage = components['schemas']['AdminInvoicePage'];
export type AdminListedInvoice = components['schemas']['AdminListedInvoice'];
export type AdminInvoice = components['schemas']['AdminInvoice'];
export type AdminRelatedInvoice = components['schemas']['AdminRelatedInvoice'];
export type AdminDocumentVersion = components['schemas']['AdminDocumentVersion'];
export type AdminTimeline = components['schemas']['AdminTimeline'];
export type AdminTimelineEvent = components['schemas']['AdminTimelineEvent'];
export type AdminMessage = components['schemas']['AdminMessage'];
export type AdminNumberLedger = components['schemas']['AdminNumberLedger'];
export type AdminNumberHistory = components['schemas']['AdminNumberHistory'];
export type AdminSampleInvoice = components['schemas']['AdminSampleInvoice'];
export type AdminTestInvoice = components['schemas']['AdminTestInvoice'];
export type AdminFailureCauses = components['schemas']['AdminFailureCauses'];
export type AdminFailureCause = components['schemas']['AdminFailureCause'];
export type AdminFailedPage = components['schemas']['AdminFailedPage'];
export type AdminFailedInvoice = components['schemas']['AdminFailedInvoice'];
export type AdminAffectedTills = components['schemas']['AdminAffectedTills'];
export type AdminAffectedTill = components['schemas']['AdminAffectedTill'];
export type AdminRetryBatches = components['schemas']['AdminRetryBatches'];
export type AdminRetryBatch = components['schemas']['AdminRetryBatch'];
export type AdminOfflineBacklog = components['schemas']['AdminOfflineBacklog'];
export type AdminRetryOutcome = components['schemas']['AdminRetryOutcome'];
export type AdminSkippedInvoice = components['schemas']['AdminSkippedInvoice'];
export type AdminDoubtfulRetries = components['schemas']['AdminDoubtfulRetries'];
export type AdminDoubtfulRetry = components['schemas']['AdminDoubtfulRetry'];
export type AdminDismissOutcome = components['schemas']['AdminDismissOutcome'];
export type AdminHealth = components['schemas']['AdminHealth'];
export type AdminLane = components['schemas']['AdminLane'];
export type AdminWorker = components['schemas']['AdminWorker'];
export type AdminAuthorityHealth = components['schemas']['AdminAuthorityHealth'];
export type AdminConcernedCompanies = components['schemas']['AdminConcernedCompanies'];
export type AdminLaneDetail = components['schemas']['AdminLaneDetail'];
export type AdminLaneChange = components['schemas']['AdminLaneChange'];
export type AdminHeldRegisterList = components['schemas']['AdminHeldRegisterList'];
export type AdminConfirmedNumbers = components['schemas']['AdminConfirmedNumbers'];
export type AdminToday = components['schemas']['AdminToday'];
export type AdminWorkCounts = components['schemas']['AdminWorkCounts'];
export type AdminOverview = components['schemas']['AdminOverview'];
export type ResponseUnauthorized = components['responses']['Unauthorized'];
export type ResponseForbidden = components['responses']['Forbidden'];
export type ResponseNotFound = components['responses']['NotFound'];
export type ResponseInvoiceDetached = components['responses']['InvoiceDetached'];
export type ResponseMethodNotAllowed = components['responses']['MethodNotAllowed'];
export type ResponseCashRegisterMissing = components['responses']['CashRegisterMissing'];
export type ResponsePdfNotAvailable = components['responses']['PdfNotAvailable'];
export type ResponseBodyTooLarge = components['responses']['BodyTooLarge'];
export type ResponseUnsupportedMediaType = components['responses']['UnsupportedMediaType'];
export type ResponseTooManyRequests = components['responses']['TooManyRequests'];
export type ResponseInternalError = components['responses']['InternalError'];
export type ResponsePdfNotReady = components['responses']['PdfNotReady'];
export type ResponsePdfNotIntact = components['responses']['PdfNotIntact'];
export type ResponseCallNotAnswered = components['responses']['CallNotAnswered'];
export type ResponseStorageUnavailable = components['responses']['StorageUnavailable'];
export type ResponseNotStored = components['responses']['NotStored'];
export type ResponseAdminProblem = components['responses']['AdminProblem'];
export type ResponseAdminUnavailable = components['responses']['AdminUnavailable'];
export type ParameterId = components['parameters']['id'];
export type ParameterPrefer = components['parameters']['prefer'];
export type ParameterIfNoneMatch = components['parameters']['ifNoneMatch'];
export type ParameterIfMatch = components['parameters']['ifMatch'];
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
            503: components["responses"]["NotStored"];
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
            503: components["responses"]["NotStored"];
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
            /** @description Other documents speak against a corrective, which stays as it was (`details`); or, with `Prefer: wait`, the fiscalization failed, and somebody has to do something. */
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
                    "application/json": components["schemas"]["FailureProblem"] | components["schemas"]["ValidationProblem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            410: components["responses"]["InvoiceDetached"];
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
            503: components["responses"]["StorageUnavailable"];
        };
    };
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
                /** @description How many invoices a page has at most; of large ones it has fewer. */
                limit?: number;
                /** @description The `nextCursor` of the page before; absent for the first page. */
                cursor?: string;
            };
            header?: {
                /**
                 * @description `ETag` of what you have, a list of them, or `*`: 304 if nothing has changed, whatever `Cache-Control` says.
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
            /** @description Nothing has changed since the version of `If-None-Match`. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
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
            503: components["responses"]["StorageUnavailable"];
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
                 * @description `ETag` of what you have, a list of them, or `*`: 304 if nothing has changed, whatever `Cache-Control` says.
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
            /** @description Nothing has changed since the version of `If-None-Match`. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            410: components["responses"]["InvoiceDetached"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StorageUnavailable"];
        };
    };
    readPdf: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description `ETag` of what you have, a list of them, or `*`: 304 if nothing has changed, whatever `Cache-Control` says.
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
            /** @description The PDF, made at its first request and the same byte for byte from then on. That of an `Offline` invoice has no FIC; once it is delivered, its PDF is a new version with it. An invoice that was handed out `Offline` keeps its PDF, also when it is refused later. */
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
            /** @description Nothing has changed since the version of `If-None-Match`. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["PdfNotAvailable"];
            410: components["responses"]["InvoiceDetached"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["PdfNotIntact"];
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
                 * @description `ETag` of what you have, a list of them, or `*`: 304 if nothing has changed, whatever `Cache-Control` says.
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
            /** @description Nothing has changed since the version of `If-None-Match`. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            410: components["responses"]["InvoiceDetached"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StorageUnavailable"];
        };
    };
    readCashPdf: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description `ETag` of what you have, a list of them, or `*`: 304 if nothing has changed, whatever `Cache-Control` says.
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
            /** @description The PDF, made at its first request and the same byte for byte from then on. That of an `Offline` invoice has no FIC; once it is delivered, its PDF is a new version with it. An invoice that was handed out `Offline` keeps its PDF, also when it is refused later. */
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
            /** @description Nothing has changed since the version of `If-None-Match`. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["PdfNotAvailable"];
            410: components["responses"]["InvoiceDetached"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["PdfNotIntact"];
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
            /** @description The company has no cash register in the environment of the key, or the code that the authority gave is on another one. */
            409: {
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
    signIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdminSignIn"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminSession"];
                };
            };
            400: components["responses"]["AdminProblem"];
            403: components["responses"]["AdminProblem"];
            405: components["responses"]["AdminProblem"];
            503: components["responses"]["AdminUnavailable"];
            default: components["responses"]["AdminProblem"];
        };
    };
    getSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminSession"];
                };
            };
            401: components["responses"]["AdminProblem"];
            503: components["responses"]["AdminUnavailable"];
            default: components["responses"]["AdminProblem"];
        };
    };
    signOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["AdminProblem"];
            403: components["responses"]["AdminProblem"];
            503: components["responses"]["AdminUnavailable"];
            default: components["responses"]["AdminProblem"];
        };
    };
    signOutEverywhere: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["AdminProblem"];
            403: components["responses"]["AdminProblem"];
            503: components["responses"]["AdminUnavailable"];
            default: components["responses"]["AdminProblem"];
        };
    };
    listSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminSessionList"];
                };
            };
            401: components["responses"]["AdminProblem"];
            503: components["responses"]["AdminUnavailable"];
            default: components["responses"]["AdminProblem"];
        };
    };
    endSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["AdminProblem"];
            403: components["responses"]["AdminProblem"];
            404: components["responses"]["AdminProblem"];
            503: components["responses"]["AdminUnavailable"];
            default: components["responses"]["AdminProblem"];
        };
    };
    readPasswordLinks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminPasswordLinks"];
                };
            };
            405: components["responses"]["AdminProblem"];
            503: components["responses"]["AdminUnavailable"];
            default: components["responses"]["AdminProblem"];
        };
    };
    askForPasswordLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdminPasswordLinkRequest"];
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["AdminProblem"];
            403: components["responses"]["AdminProblem"];
            405: components["responses"]["AdminProblem"];
            503: components["responses"]["AdminUnavailable"];
            default: components["responses"]["AdminProblem"];
        };
    };
    changeAccount: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `ETag` of what was read: 412 if somebody else has changed it since. `*` for whatever it is.
                 * @example "3"
                 */
                "If-Match": components["parameters"]["ifMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdminAccountInput"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminPerson"];
                };
            };
            400: components["responses"]["AdminProblem"];
            401: components["responses"]["AdminProblem"];
            403: components["responses"]["AdminProblem"];
            412: components["responses"]["AdminProblem"];
            428: components["responses"]["AdminProblem"];
            503: components["responses"]["AdminUnavailable"];
            default: components["responses"]["AdminProblem"];
        };
    };
    changePassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdminPasswordInput"];
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["AdminProblem"];
            401: components["responses"]["AdminProblem"];
            403: components["responses"]["AdminProblem"];
            503: components["responses"]["AdminUnavailable"];
            default: components["responses"]["AdminProblem"];
        };
    };
    enableTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdminTotpCode"];
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["AdminProblem"];
            401: components["responses"]["AdminProblem"];
            403: components["responses"]["AdminProblem"];
            503: components["responses"]["AdminUnavailable"];
            default: components["responses"]["AdminProblem"];
        };
    };
    proposeTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminTotpProposal"];
                };
            };
            401: components["responses"]["AdminProblem"];
            403: components["responses"]["AdminProblem"];
            503: components["responses"]["AdminUnavailable"];
            default: components["responses"]["AdminProblem"];
        };
    };
    disableTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["AdminProblem"];
            403: components["responses"]["AdminProblem"];
            503: components["responses"]["AdminUnavailable"];
            default: components["responses"]["AdminProblem"];
        };
    };
    askForPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminPasskeyOptions"];
                };
            };
            401: components["responses"]["AdminProblem"];
            403: components["responses"]["AdminProblem"];
            503: components["responses"]["AdminUnavailable"];
            default: components["responses"]["AdminProblem"];
        };
    };
    confirmIdentity: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdminConfirmation"];
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["AdminProblem"];
            401: components["responses"]["AdminProblem"];
            403: components["responses"]["AdminProblem"];
            503: components["responses"]["AdminUnavailable"];
            default: components["responses"]["AdminProblem"];
        };
    };
    listPasskeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminPasskeyList"];
                };
            };
            401: components["responses"]["AdminProblem"];
            503: components["responses"]["AdminUnavailable"];
            default: components["responses"]["AdminProblem"];
        };
    };
    addPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdminNewPasskey"];
            };
        };
        responses: {
            /** @description The answer. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminPasskey"];
                };
            };
            400: components["responses"]["AdminProblem"];
            401: components["responses"]["AdminProblem"];
            403: components["responses"]["AdminProblem"];
            503: components["responses"]["AdminUnavailable"];
            default: components["responses"]["AdminProblem"];
        };
    };
    offerPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminPasskeyOptions"];
                };
            };
            401: components["responses"]["AdminProblem"];
            403: components["responses"]["AdminProblem"];
            503: components["responses"]["AdminUnavailable"];
            default: components["responses"]["AdminProblem"];
        };
    };
    removePasskey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                passkeyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["AdminProblem"];
            403: components["responses"]["AdminProblem"];
            404: components["responses"]["AdminProblem"];
            503: components["responses"]["AdminUnavailable"];
            default: components["responses"]["AdminProblem"];
        };
    };
    getSignInPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                companyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminSignInPolicy"];
                };
            };
            401: components["responses"]["AdminProblem"];
            404: components["responses"]["AdminProblem"];
            503: components["responses"]["AdminUnavailable"];
            default: components["responses"]["AdminProblem"];
        };
    };
    setSignInPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                companyId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdminSignInPolicy"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminSignInPolicy"];
                };
            };
            400: components["responses"]["AdminProblem"];
            401: components["responses"]["AdminProblem"];
            403: components["responses"]["AdminProblem"];
            404: components["responses"]["AdminProblem"];
            503: components["responses"]["AdminUnavailable"];
            default: components["responses"]["AdminProblem"];
        };
    };
    listUsers: {
        parameters: {
            query?: {
                /** @description A part of the name, the address or, of everybody, the company’s name. */
                search?: string;
                /** @description The `nextCursor` of the page before. */
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminPeople"];
                };
            };
            400: components["responses"]["AdminProblem"];
            401: components["responses"]["AdminProblem"];
            404: components["responses"]["AdminProblem"];
            503: components["responses"]["AdminUnavailable"];
            default: components["responses"]["AdminProblem"];
        };
    };
    inviteUser: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdminNewUser"];
            };
        };
        responses: {
            /** @description The answer. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminInvitedPerson"];
                };
            };
            400: components["responses"]["AdminProblem"];
            401: components["responses"]["AdminProblem"];
            403: components["responses"]["AdminProblem"];
            404: components["responses"]["AdminProblem"];
            503: components["responses"]["AdminUnavailable"];
            default: components["responses"]["AdminProblem"];
        };
    };
    changeUser: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `ETag` of what was read: 412 if somebody else has changed it since. `*` for whatever it is.
                 * @example "3"
                 */
                "If-Match": components["parameters"]["ifMatch"];
            };
            path: {
                userId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdminPersonChange"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminPerson"];
                };
            };
            400: components["responses"]["AdminProblem"];
            401: components["responses"]["AdminProblem"];
            403: components["responses"]["AdminProblem"];
            404: components["responses"]["AdminProblem"];
            412: components["responses"]["AdminProblem"];
            428: components["responses"]["AdminProblem"];
            503: components["responses"]["AdminUnavailable"];
            default: components["responses"]["AdminProblem"];
        };
    };
    inviteUserAgain: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminInvitation"];
                };
            };
            401: components["responses"]["AdminProblem"];
            403: components["responses"]["AdminProblem"];
            404: components["responses"]["AdminProblem"];
            503: components["responses"]["AdminUnavailable"];
            default: components["responses"]["AdminProblem"];
        };
    };
    listUserSessions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminSessionList"];
                };
            };
            401: components["responses"]["AdminProblem"];
            404: components["responses"]["AdminProblem"];
            503: components["responses"]["AdminUnavailable"];
            default: components["responses"]["AdminProblem"];
        };
    };
    endUserSessions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["AdminProblem"];
            403: components["responses"]["AdminProblem"];
            404: components["responses"]["AdminProblem"];
            503: components["responses"]["AdminUnavailable"];
            default: components["responses"]["AdminProblem"];
        };
    };
    endUserSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: string;
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["AdminProblem"];
            403: components["responses"]["AdminProblem"];
            404: components["responses"]["AdminProblem"];
            503: components["responses"]["AdminUnavailable"];
            default: components["responses"]["AdminProblem"];
        };
    };
    listMembers: {
        parameters: {
            query?: {
                /** @description A part of the name, the address or, of everybody, the company’s name. */
                search?: string;
                /** @description The `nextCursor` of the page before. */
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path: {
                companyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminPeople"];
                };
            };
            400: components["responses"]["AdminProblem"];
            401: components["responses"]["AdminProblem"];
            404: components["responses"]["AdminProblem"];
            503: components["responses"]["AdminUnavailable"];
            default: components["responses"]["AdminProblem"];
        };
    };
    inviteMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                companyId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdminNewMember"];
            };
        };
        responses: {
            /** @description The answer. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminInvitedPerson"];
                };
            };
            400: components["responses"]["AdminProblem"];
            401: components["responses"]["AdminProblem"];
            403: components["responses"]["AdminProblem"];
            404: components["responses"]["AdminProblem"];
            503: components["responses"]["AdminUnavailable"];
            default: components["responses"]["AdminProblem"];
        };
    };
    removeMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                companyId: string;
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["AdminProblem"];
            403: components["responses"]["AdminProblem"];
            404: components["responses"]["AdminProblem"];
            503: components["responses"]["AdminUnavailable"];
            default: components["responses"]["AdminProblem"];
        };
    };
    changeMember: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `ETag` of what was read: 412 if somebody else has changed it since. `*` for whatever it is.
                 * @example "3"
                 */
                "If-Match": components["parameters"]["ifMatch"];
            };
            path: {
                companyId: string;
                userId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdminPersonChange"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminPerson"];
                };
            };
            400: components["responses"]["AdminProblem"];
            401: components["responses"]["AdminProblem"];
            403: components["responses"]["AdminProblem"];
            404: components["responses"]["AdminProblem"];
            412: components["responses"]["AdminProblem"];
            428: components["responses"]["AdminProblem"];
            503: components["responses"]["AdminUnavailable"];
            default: components["responses"]["AdminProblem"];
        };
    };
    inviteMemberAgain: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                companyId: string;
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminInvitation"];
                };
            };
            401: components["responses"]["AdminProblem"];
            403: components["responses"]["AdminProblem"];
            404: components["responses"]["AdminProblem"];
            503: components["responses"]["AdminUnavailable"];
            default: components["responses"]["AdminProblem"];
        };
    };
    listMemberSessions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                companyId: string;
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminSessionList"];
                };
            };
            401: components["responses"]["AdminProblem"];
            404: components["responses"]["AdminProblem"];
            503: components["responses"]["AdminUnavailable"];
            default: components["responses"]["AdminProblem"];
        };
    };
    endMemberSessions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                companyId: string;
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["AdminProblem"];
            403: components["responses"]["AdminProblem"];
            404: components["responses"]["AdminProblem"];
            503: components["responses"]["AdminUnavailable"];
            default: components["responses"]["AdminProblem"];
        };
    };
    endMemberSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                companyId: string;
                userId: string;
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["AdminProblem"];
            403: components["responses"]["AdminProblem"];
            404: components["responses"]["AdminProblem"];
            503: components["responses"]["AdminUnavailable"];
            default: components["responses"]["AdminProblem"];
        };
    };
    resetSecondFactor: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["AdminProblem"];
            403: components["responses"]["AdminProblem"];
            404: components["responses"]["AdminProblem"];
            503: components["responses"]["AdminUnavailable"];
            default: components["responses"]["AdminProblem"];
        };
    };
    findInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdminLink"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminInvitedAccount"];
                };
            };
            400: components["responses"]["AdminProblem"];
            403: components["responses"]["AdminProblem"];
            405: components["responses"]["AdminProblem"];
            503: components["responses"]["AdminUnavailable"];
            default: components["responses"]["AdminProblem"];
        };
    };
    acceptInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdminInvitationAcceptance"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminInvitedAccount"];
                };
            };
            400: components["responses"]["AdminProblem"];
            403: components["responses"]["AdminProblem"];
            405: components["responses"]["AdminProblem"];
            503: components["responses"]["AdminUnavailable"];
            default: components["responses"]["AdminProblem"];
        };
    };
    listAudit: {
        parameters: {
            query?: {
                /** @description `people` leaves out what the service did by itself. */
                by?: "people" | "all";
                userId?: string;
                action?: "user.created" | "user.changed" | "user.invited" | "user.invitation-asked-for" | "user.invitation-mailed" | "user.invitation-not-mailed" | "user.invitation-handed-over" | "user.invitation-accepted" | "user.password-link-asked-for" | "user.password-renewed" | "user.password-changed" | "user.password-accepted" | "user.sign-in-refused" | "user.sign-in-delayed" | "user.signed-in" | "user.signed-out" | "user.signed-out-everywhere" | "user.session-ended" | "user.confirmed" | "user.confirmation-refused" | "user.totp-enabled" | "user.totp-disabled" | "user.passkey-added" | "user.passkey-removed" | "user.second-factor-reset" | "company.created" | "company.changed" | "company.paused" | "company.resumed" | "company.went-live" | "certificate.stored" | "certificate.resealed" | "certificate.expiry-warned" | "cash-register.created" | "cash-register.changed" | "cash-register.made-default" | "cash-register.number-confirmed" | "cash-register.number-raised" | "api-key.created" | "api-key.rotated" | "api-key.revoked" | "invoice.tested" | "invoice.exported" | "invoice.fiscalized" | "invoice.offline" | "invoice.failed" | "invoice.refused" | "invoice.retried" | "invoice.dismissed" | "invoice.delivery-brought-forward" | "invoice.print-brought-forward" | "cash-deposit.registered" | "cash-deposit.refused" | "cash-deposit.offline" | "register-tcr.requested" | "register-tcr.done" | "register-tcr.failed" | "initial-deposit.requested" | "initial-deposit.done" | "initial-deposit.failed" | "recreate-iic.requested" | "recreate-iic.done" | "recreate-iic.failed" | "check-receipt.requested" | "check-receipt.done" | "check-receipt.failed" | "test-signature.requested" | "test-signature.done" | "test-signature.failed" | "lane.paused" | "lane.resumed" | "month.detach-begun" | "month.detached" | "database.moved" | "database.rolled-back";
                entityId?: string;
                from?: string;
                to?: string;
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminAuditPage"];
                };
            };
            400: components["responses"]["AdminProblem"];
            401: components["responses"]["AdminProblem"];
            404: components["responses"]["AdminProblem"];
            503: components["responses"]["AdminUnavailable"];
            default: components["responses"]["AdminProblem"];
        };
    };
    listCompanyAudit: {
        parameters: {
            query?: {
                /** @description `people` leaves out what the service did by itself. */
                by?: "people" | "all";
                userId?: string;
                action?: "user.created" | "user.changed" | "user.invited" | "user.invitation-asked-for" | "user.invitation-mailed" | "user.invitation-not-mailed" | "user.invitation-handed-over" | "user.invitation-accepted" | "user.password-link-asked-for" | "user.password-renewed" | "user.password-changed" | "user.password-accepted" | "user.sign-in-refused" | "user.sign-in-delayed" | "user.signed-in" | "user.signed-out" | "user.signed-out-everywhere" | "user.session-ended" | "user.confirmed" | "user.confirmation-refused" | "user.totp-enabled" | "user.totp-disabled" | "user.passkey-added" | "user.passkey-removed" | "user.second-factor-reset" | "company.created" | "company.changed" | "company.paused" | "company.resumed" | "company.went-live" | "certificate.stored" | "certificate.resealed" | "certificate.expiry-warned" | "cash-register.created" | "cash-register.changed" | "cash-register.made-default" | "cash-register.number-confirmed" | "cash-register.number-raised" | "api-key.created" | "api-key.rotated" | "api-key.revoked" | "invoice.tested" | "invoice.exported" | "invoice.fiscalized" | "invoice.offline" | "invoice.failed" | "invoice.refused" | "invoice.retried" | "invoice.dismissed" | "invoice.delivery-brought-forward" | "invoice.print-brought-forward" | "cash-deposit.registered" | "cash-deposit.refused" | "cash-deposit.offline" | "register-tcr.requested" | "register-tcr.done" | "register-tcr.failed" | "initial-deposit.requested" | "initial-deposit.done" | "initial-deposit.failed" | "recreate-iic.requested" | "recreate-iic.done" | "recreate-iic.failed" | "check-receipt.requested" | "check-receipt.done" | "check-receipt.failed" | "test-signature.requested" | "test-signature.done" | "test-signature.failed" | "lane.paused" | "lane.resumed" | "month.detach-begun" | "month.detached" | "database.moved" | "database.rolled-back";
                entityId?: string;
                from?: string;
                to?: string;
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path: {
                companyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminAuditPage"];
                };
            };
            400: components["responses"]["AdminProblem"];
            401: components["responses"]["AdminProblem"];
            404: components["responses"]["AdminProblem"];
            503: components["responses"]["AdminUnavailable"];
            default: components["responses"]["AdminProblem"];
        };
    };
    listCompanies: {
        parameters: {
            query?: {
                /** @description Part of the name, or the beginning of the TIN. */
                search?: string;
                status?: "active" | "paused";
                environment?: "test" | "live";
                /** @description Of the active certificate of the company’s environment; `ending`: within 60 days, the first warning. */
                certificate?: "missing" | "expired" | "ending";
                /** @description `certificate`: what ends first comes first, and what has none last. */
                sort?: "name" | "certificate";
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminCompanyList"];
                };
            };
            400: components["responses"]["AdminProblem"];
            401: components["responses"]["AdminProblem"];
            404: components["responses"]["AdminProblem"];
            503: components["responses"]["AdminUnavailable"];
            default: components["responses"]["AdminProblem"];
        };
    };
    createCompany: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdminNewCompany"];
            };
        };
        responses: {
            /** @description The answer. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminCompany"];
                };
            };
            400: components["responses"]["AdminProblem"];
            401: components["responses"]["AdminProblem"];
            403: components["responses"]["AdminProblem"];
            404: components["responses"]["AdminProblem"];
            503: components["responses"]["AdminUnavailable"];
            default: components["responses"]["AdminProblem"];
        };
    };
    getCompany: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                companyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminCompany"];
                };
            };
            401: components["responses"]["AdminProblem"];
            404: components["responses"]["AdminProblem"];
            503: components["responses"]["AdminUnavailable"];
            default: components["responses"]["AdminProblem"];
        };
    };
    changeCompany: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `ETag` of what was read: 412 if somebody else has changed it since. `*` for whatever it is.
                 * @example "3"
                 */
                "If-Match": components["parameters"]["ifMatch"];
            };
            path: {
                companyId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdminCompanyChange"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminCompany"];
                };
            };
            400: components["responses"]["AdminProblem"];
            401: components["responses"]["AdminProblem"];
            403: components["responses"]["AdminProblem"];
            404: components["responses"]["AdminProblem"];
            412: components["responses"]["AdminProblem"];
            428: components["responses"]["AdminProblem"];
            503: components["responses"]["AdminUnavailable"];
            default: components["responses"]["AdminProblem"];
        };
    };
    setCompanyLimits: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `ETag` of what was read: 412 if somebody else has changed it since. `*` for whatever it is.
                 * @example "3"
                 */
                "If-Match": components["parameters"]["ifMatch"];
            };
            path: {
                companyId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdminCompanyLimits"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminCompany"];
                };
            };
            400: components["responses"]["AdminProblem"];
            401: components["responses"]["AdminProblem"];
            403: components["responses"]["AdminProblem"];
            404: components["responses"]["AdminProblem"];
            412: components["responses"]["AdminProblem"];
            428: components["responses"]["AdminProblem"];
            503: components["responses"]["AdminUnavailable"];
            default: components["responses"]["AdminProblem"];
        };
    };
    pauseCompany: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                companyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminCompany"];
                };
            };
            401: components["responses"]["AdminProblem"];
            403: components["responses"]["AdminProblem"];
            404: components["responses"]["AdminProblem"];
            503: components["responses"]["AdminUnavailable"];
            default: components["responses"]["AdminProblem"];
        };
    };
    resumeCompany: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                companyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminCompany"];
                };
            };
            401: components["responses"]["AdminProblem"];
            403: components["responses"]["AdminProblem"];
            404: components["responses"]["AdminProblem"];
            503: components["responses"]["AdminUnavailable"];
            default: components["responses"]["AdminProblem"];
        };
    };
    getChecklist: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                companyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminChecklist"];
                };
            };
            401: components["responses"]["AdminProblem"];
            404: components["responses"]["AdminProblem"];
            503: components["responses"]["AdminUnavailable"];
            default: components["responses"]["AdminProblem"];
        };
    };
    goLive: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                companyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminCompany"];
                };
            };
            401: components["responses"]["AdminProblem"];
            403: components["responses"]["AdminProblem"];
            404: components["responses"]["AdminProblem"];
            503: components["responses"]["AdminUnavailable"];
            default: components["responses"]["AdminProblem"];
        };
    };
    listCertificates: {
        parameters: {
            query?: {
                environment?: "test" | "live";
            };
            header?: never;
            path: {
                companyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminCertificateList"];
                };
            };
            400: components["responses"]["AdminProblem"];
            401: components["responses"]["AdminProblem"];
            404: components["responses"]["AdminProblem"];
            503: components["responses"]["AdminUnavailable"];
            default: components["responses"]["AdminProblem"];
        };
    };
    storeCertificate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                companyId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdminCertificateUpload"];
            };
        };
        responses: {
            /** @description The answer. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminCertificate"];
                };
            };
            400: components["responses"]["AdminProblem"];
            401: components["responses"]["AdminProblem"];
            403: components["responses"]["AdminProblem"];
            404: components["responses"]["AdminProblem"];
            503: components["responses"]["AdminUnavailable"];
            default: components["responses"]["AdminProblem"];
        };
    };
    inspectCertificate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                companyId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdminCertificateUpload"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminCertificateInspection"];
                };
            };
            400: components["responses"]["AdminProblem"];
            401: components["responses"]["AdminProblem"];
            403: components["responses"]["AdminProblem"];
            404: components["responses"]["AdminProblem"];
            503: components["responses"]["AdminUnavailable"];
            default: components["responses"]["AdminProblem"];
        };
    };
    testCertificate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                companyId: string;
                certificateId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminTestSignature"];
                };
            };
            401: components["responses"]["AdminProblem"];
            403: components["responses"]["AdminProblem"];
            404: components["responses"]["AdminProblem"];
            503: components["responses"]["AdminUnavailable"];
            default: components["responses"]["AdminProblem"];
        };
    };
    listCashRegisters: {
        parameters: {
            query?: {
                environment?: "test" | "live";
            };
            header?: never;
            path: {
                companyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminCashRegisterList"];
                };
            };
            400: components["responses"]["AdminProblem"];
            401: components["responses"]["AdminProblem"];
            404: components["responses"]["AdminProblem"];
            503: components["responses"]["AdminUnavailable"];
            default: components["responses"]["AdminProblem"];
        };
    };
    createCashRegister: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                companyId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdminNewCashRegister"];
            };
        };
        responses: {
            /** @description The answer. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminCashRegister"];
                };
            };
            400: components["responses"]["AdminProblem"];
            401: components["responses"]["AdminProblem"];
            403: components["responses"]["AdminProblem"];
            404: components["responses"]["AdminProblem"];
            503: components["responses"]["AdminUnavailable"];
            default: components["responses"]["AdminProblem"];
        };
    };
    changeCashRegister: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `ETag` of what was read: 412 if somebody else has changed it since. `*` for whatever it is.
                 * @example "3"
                 */
                "If-Match": components["parameters"]["ifMatch"];
            };
            path: {
                companyId: string;
                cashRegisterId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdminCashRegisterChange"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminCashRegister"];
                };
            };
            400: components["responses"]["AdminProblem"];
            401: components["responses"]["AdminProblem"];
            403: components["responses"]["AdminProblem"];
            404: components["responses"]["AdminProblem"];
            412: components["responses"]["AdminProblem"];
            428: components["responses"]["AdminProblem"];
            503: components["responses"]["AdminUnavailable"];
            default: components["responses"]["AdminProblem"];
        };
    };
    makeDefaultCashRegister: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                companyId: string;
                cashRegisterId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminCashRegister"];
                };
            };
            401: components["responses"]["AdminProblem"];
            403: components["responses"]["AdminProblem"];
            404: components["responses"]["AdminProblem"];
            503: components["responses"]["AdminUnavailable"];
            default: components["responses"]["AdminProblem"];
        };
    };
    registerCashRegister: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                companyId: string;
                cashRegisterId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TcrRegistration"];
                };
            };
            401: components["responses"]["AdminProblem"];
            403: components["responses"]["AdminProblem"];
            404: components["responses"]["AdminProblem"];
            503: components["responses"]["AdminUnavailable"];
            default: components["responses"]["AdminProblem"];
        };
    };
    depositInitially: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                companyId: string;
                cashRegisterId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdminInitialDeposit"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CashDeposit"];
                };
            };
            400: components["responses"]["AdminProblem"];
            401: components["responses"]["AdminProblem"];
            403: components["responses"]["AdminProblem"];
            404: components["responses"]["AdminProblem"];
            503: components["responses"]["AdminUnavailable"];
            default: components["responses"]["AdminProblem"];
        };
    };
    confirmLastNumber: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                companyId: string;
                cashRegisterId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdminNumberConfirmation"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminConfirmedNumber"];
                };
            };
            400: components["responses"]["AdminProblem"];
            401: components["responses"]["AdminProblem"];
            403: components["responses"]["AdminProblem"];
            404: components["responses"]["AdminProblem"];
            503: components["responses"]["AdminUnavailable"];
            default: components["responses"]["AdminProblem"];
        };
    };
    confirmLastReceipt: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                companyId: string;
                cashRegisterId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdminLastReceipt"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminConfirmedNumber"];
                };
            };
            400: components["responses"]["AdminProblem"];
            401: components["responses"]["AdminProblem"];
            403: components["responses"]["AdminProblem"];
            404: components["responses"]["AdminProblem"];
            503: components["responses"]["AdminUnavailable"];
            default: components["responses"]["AdminProblem"];
        };
    };
    listApiKeys: {
        parameters: {
            query?: {
                environment?: "test" | "live";
            };
            header?: never;
            path: {
                companyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminApiKeyList"];
                };
            };
            400: components["responses"]["AdminProblem"];
            401: components["responses"]["AdminProblem"];
            404: components["responses"]["AdminProblem"];
            503: components["responses"]["AdminUnavailable"];
            default: components["responses"]["AdminProblem"];
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                companyId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdminNewApiKey"];
            };
        };
        responses: {
            /** @description The answer. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminMadeApiKey"];
                };
            };
            400: components["responses"]["AdminProblem"];
            401: components["responses"]["AdminProblem"];
            403: components["responses"]["AdminProblem"];
            404: components["responses"]["AdminProblem"];
            503: components["responses"]["AdminUnavailable"];
            default: components["responses"]["AdminProblem"];
        };
    };
    rotateApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                companyId: string;
                apiKeyId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdminApiKeyRotation"];
            };
        };
        responses: {
            /** @description The answer. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminRotatedApiKey"];
                };
            };
            400: components["responses"]["AdminProblem"];
            401: components["responses"]["AdminProblem"];
            403: components["responses"]["AdminProblem"];
            404: components["responses"]["AdminProblem"];
            503: components["responses"]["AdminUnavailable"];
            default: components["responses"]["AdminProblem"];
        };
    };
    revokeApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                companyId: string;
                apiKeyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminApiKey"];
                };
            };
            401: components["responses"]["AdminProblem"];
            403: components["responses"]["AdminProblem"];
            404: components["responses"]["AdminProblem"];
            503: components["responses"]["AdminUnavailable"];
            default: components["responses"]["AdminProblem"];
        };
    };
    recreateIic: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                companyId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdminIicValues"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminRecreatedIic"];
                };
            };
            400: components["responses"]["AdminProblem"];
            401: components["responses"]["AdminProblem"];
            403: components["responses"]["AdminProblem"];
            404: components["responses"]["AdminProblem"];
            503: components["responses"]["AdminUnavailable"];
            default: components["responses"]["AdminProblem"];
        };
    };
    exportCompanyInvoices: {
        parameters: {
            query?: {
                /** @description Invoices of the one are never seen with those of the other. */
                environment?: "test" | "live";
                status?: "Draft" | "Pending" | "Fiscalized" | "Failed" | "Offline";
                typeOfInvoice?: "Cash" | "NonCash";
                /** @description Created then or later. */
                from?: string;
                /** @description Created before. */
                to?: string;
                /** @description Parts of the note or of the buyer’s name or number, in any case and with or without diacritics; an amount (`1.234,56` or `1234.56`); an ordinal, or an invoice number, also without the cash register’s code; our id; at least 6 characters of the beginning or end of an IIC or FIC; the link of a QR code. Of a text that is a number, words of one or two characters are beginnings of words. */
                search?: string;
                format?: "csv" | "xlsx";
                /** @description Of the words; of CSV also whether numbers have a decimal comma or a point. */
                language?: "me" | "en";
            };
            header?: never;
            path: {
                companyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            400: components["responses"]["AdminProblem"];
            401: components["responses"]["AdminProblem"];
            404: components["responses"]["AdminProblem"];
            503: components["responses"]["AdminUnavailable"];
            default: components["responses"]["AdminProblem"];
        };
    };
    listInvoicesOfAllCompanies: {
        parameters: {
            query?: {
                /** @description Invoices of the one are never seen with those of the other. */
                environment?: "test" | "live";
                status?: "Draft" | "Pending" | "Fiscalized" | "Failed" | "Offline";
                typeOfInvoice?: "Cash" | "NonCash";
                /** @description Created then or later. */
                from?: string;
                /** @description Created before. */
                to?: string;
                /** @description Parts of the note or of the buyer’s name or number, in any case and with or without diacritics; an amount (`1.234,56` or `1234.56`); an ordinal, or an invoice number, also without the cash register’s code; our id; at least 6 characters of the beginning or end of an IIC or FIC; the link of a QR code. Of a text that is a number, words of one or two characters are beginnings of words. */
                search?: string;
                /** @description The `nextCursor` of the page before; absent for the first page. */
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminInvoicePage"];
                };
            };
            400: components["responses"]["AdminProblem"];
            401: components["responses"]["AdminProblem"];
            404: components["responses"]["AdminProblem"];
            503: components["responses"]["AdminUnavailable"];
            default: components["responses"]["AdminProblem"];
        };
    };
    listCompanyInvoices: {
        parameters: {
            query?: {
                /** @description Invoices of the one are never seen with those of the other. */
                environment?: "test" | "live";
                status?: "Draft" | "Pending" | "Fiscalized" | "Failed" | "Offline";
                typeOfInvoice?: "Cash" | "NonCash";
                /** @description Created then or later. */
                from?: string;
                /** @description Created before. */
                to?: string;
                /** @description Parts of the note or of the buyer’s name or number, in any case and with or without diacritics; an amount (`1.234,56` or `1234.56`); an ordinal, or an invoice number, also without the cash register’s code; our id; at least 6 characters of the beginning or end of an IIC or FIC; the link of a QR code. Of a text that is a number, words of one or two characters are beginnings of words. */
                search?: string;
                /** @description The `nextCursor` of the page before; absent for the first page. */
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path: {
                companyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminInvoicePage"];
                };
            };
            400: components["responses"]["AdminProblem"];
            401: components["responses"]["AdminProblem"];
            404: components["responses"]["AdminProblem"];
            503: components["responses"]["AdminUnavailable"];
            default: components["responses"]["AdminProblem"];
        };
    };
    readCompanyInvoice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                companyId: string;
                invoiceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminInvoice"];
                };
            };
            401: components["responses"]["AdminProblem"];
            404: components["responses"]["AdminProblem"];
            503: components["responses"]["AdminUnavailable"];
            default: components["responses"]["AdminProblem"];
        };
    };
    readInvoiceTimeline: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                companyId: string;
                invoiceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminTimeline"];
                };
            };
            401: components["responses"]["AdminProblem"];
            404: components["responses"]["AdminProblem"];
            503: components["responses"]["AdminUnavailable"];
            default: components["responses"]["AdminProblem"];
        };
    };
    readInvoiceMessage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                companyId: string;
                invoiceId: string;
                submissionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminMessage"];
                };
            };
            401: components["responses"]["AdminProblem"];
            404: components["responses"]["AdminProblem"];
            503: components["responses"]["AdminUnavailable"];
            default: components["responses"]["AdminProblem"];
        };
    };
    readInvoicePdf: {
        parameters: {
            query?: {
                /** @description Id of a document; where it is absent, the invoice as it is now, printed if it is not yet. */
                version?: string;
            };
            header?: never;
            path: {
                companyId: string;
                invoiceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                };
            };
            400: components["responses"]["AdminProblem"];
            401: components["responses"]["AdminProblem"];
            404: components["responses"]["AdminProblem"];
            503: components["responses"]["AdminUnavailable"];
            default: components["responses"]["AdminProblem"];
        };
    };
    readNumberLedger: {
        parameters: {
            query?: {
                /** @description The newest one where it is absent. */
                year?: number;
                tcrCode?: string;
                /** @description Only ordinals under this one: `nextBelow` of the page before. */
                below?: number;
                limit?: number;
            };
            header?: never;
            path: {
                companyId: string;
                cashRegisterId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminNumberLedger"];
                };
            };
            400: components["responses"]["AdminProblem"];
            401: components["responses"]["AdminProblem"];
            404: components["responses"]["AdminProblem"];
            503: components["responses"]["AdminUnavailable"];
            default: components["responses"]["AdminProblem"];
        };
    };
    readSampleInvoice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                companyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminSampleInvoice"];
                };
            };
            401: components["responses"]["AdminProblem"];
            404: components["responses"]["AdminProblem"];
            503: components["responses"]["AdminUnavailable"];
            default: components["responses"]["AdminProblem"];
        };
    };
    issueTestInvoice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                companyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminTestInvoice"];
                };
            };
            401: components["responses"]["AdminProblem"];
            403: components["responses"]["AdminProblem"];
            404: components["responses"]["AdminProblem"];
            503: components["responses"]["AdminUnavailable"];
            default: components["responses"]["AdminProblem"];
        };
    };
    watchCompanyInvoices: {
        parameters: {
            query?: {
                /** @description Invoices of the one are never seen with those of the other. */
                environment?: "test" | "live";
            };
            header?: never;
            path: {
                companyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["AdminProblem"];
            401: components["responses"]["AdminProblem"];
            404: components["responses"]["AdminProblem"];
            503: components["responses"]["AdminUnavailable"];
            default: components["responses"]["AdminProblem"];
        };
    };
    readCompanyFailureCauses: {
        parameters: {
            query?: {
                /** @description Invoices of the one are never seen with those of the other. */
                environment?: "test" | "live";
                /** @description Of this cash register only. */
                cashRegisterId?: string;
                /** @description Created at this instant or later. */
                from?: string;
                /** @description Created before this instant. */
                to?: string;
            };
            header?: never;
            path: {
                companyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminFailureCauses"];
                };
            };
            400: components["responses"]["AdminProblem"];
            401: components["responses"]["AdminProblem"];
            404: components["responses"]["AdminProblem"];
            503: components["responses"]["AdminUnavailable"];
            default: components["responses"]["AdminProblem"];
        };
    };
    listCompanyFailedWork: {
        parameters: {
            query?: {
                /** @description Invoices of the one are never seen with those of the other. */
                environment?: "test" | "live";
                /** @description Everything that failed where it is absent. */
                cause?: string;
                /** @description Of this cash register only. */
                cashRegisterId?: string;
                /** @description Created at this instant or later. */
                from?: string;
                /** @description Created before this instant. */
                to?: string;
                /** @description The `nextCursor` of the page before; absent for the first page. */
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path: {
                companyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminFailedPage"];
                };
            };
            400: components["responses"]["AdminProblem"];
            401: components["responses"]["AdminProblem"];
            404: components["responses"]["AdminProblem"];
            503: components["responses"]["AdminUnavailable"];
            default: components["responses"]["AdminProblem"];
        };
    };
    listCompanyAffectedTills: {
        parameters: {
            query?: {
                /** @description Invoices of the one are never seen with those of the other. */
                environment?: "test" | "live";
                /** @description Of this cash register only. */
                cashRegisterId?: string;
                /** @description Created at this instant or later. */
                from?: string;
                /** @description Created before this instant. */
                to?: string;
                /** @description Of the list of causes: `EFI_REFUSED:53`, `OFFLINE_LATE`. Under code 11 the authority says everything that breaks a rule: there the cause names its words, too, `EFI_REFUSED:11:3f786850`. */
                cause?: string;
            };
            header?: never;
            path: {
                companyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminAffectedTills"];
                };
            };
            400: components["responses"]["AdminProblem"];
            401: components["responses"]["AdminProblem"];
            404: components["responses"]["AdminProblem"];
            503: components["responses"]["AdminUnavailable"];
            default: components["responses"]["AdminProblem"];
        };
    };
    listCompanyRetries: {
        parameters: {
            query?: {
                /** @description Invoices of the one are never seen with those of the other. */
                environment?: "test" | "live";
            };
            header?: never;
            path: {
                companyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminRetryBatches"];
                };
            };
            400: components["responses"]["AdminProblem"];
            401: components["responses"]["AdminProblem"];
            404: components["responses"]["AdminProblem"];
            503: components["responses"]["AdminUnavailable"];
            default: components["responses"]["AdminProblem"];
        };
    };
    readCompanyOfflineBacklog: {
        parameters: {
            query?: {
                /** @description Invoices of the one are never seen with those of the other. */
                environment?: "test" | "live";
                /** @description The `nextCursor` of the page before; absent for the first page. */
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path: {
                companyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminOfflineBacklog"];
                };
            };
            400: components["responses"]["AdminProblem"];
            401: components["responses"]["AdminProblem"];
            404: components["responses"]["AdminProblem"];
            503: components["responses"]["AdminUnavailable"];
            default: components["responses"]["AdminProblem"];
        };
    };
    retryCompanyFailedWork: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                companyId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdminRetry"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminRetryOutcome"];
                };
            };
            400: components["responses"]["AdminProblem"];
            401: components["responses"]["AdminProblem"];
            403: components["responses"]["AdminProblem"];
            404: components["responses"]["AdminProblem"];
            503: components["responses"]["AdminUnavailable"];
            default: components["responses"]["AdminProblem"];
        };
    };
    findCompanyDoubtfulRetries: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                companyId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdminRetry"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminDoubtfulRetries"];
                };
            };
            400: components["responses"]["AdminProblem"];
            401: components["responses"]["AdminProblem"];
            403: components["responses"]["AdminProblem"];
            404: components["responses"]["AdminProblem"];
            503: components["responses"]["AdminUnavailable"];
            default: components["responses"]["AdminProblem"];
        };
    };
    dismissCompanyFailedWork: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                companyId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdminDismissal"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminDismissOutcome"];
                };
            };
            400: components["responses"]["AdminProblem"];
            401: components["responses"]["AdminProblem"];
            403: components["responses"]["AdminProblem"];
            404: components["responses"]["AdminProblem"];
            503: components["responses"]["AdminUnavailable"];
            default: components["responses"]["AdminProblem"];
        };
    };
    readFailureCauses: {
        parameters: {
            query?: {
                /** @description Invoices of the one are never seen with those of the other. */
                environment?: "test" | "live";
                /** @description Of this cash register only. */
                cashRegisterId?: string;
                /** @description Created at this instant or later. */
                from?: string;
                /** @description Created before this instant. */
                to?: string;
                /** @description Of this company only. */
                companyId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminFailureCauses"];
                };
            };
            400: components["responses"]["AdminProblem"];
            401: components["responses"]["AdminProblem"];
            404: components["responses"]["AdminProblem"];
            503: components["responses"]["AdminUnavailable"];
            default: components["responses"]["AdminProblem"];
        };
    };
    listFailedWork: {
        parameters: {
            query?: {
                /** @description Invoices of the one are never seen with those of the other. */
                environment?: "test" | "live";
                /** @description Everything that failed where it is absent. */
                cause?: string;
                /** @description Of this cash register only. */
                cashRegisterId?: string;
                /** @description Created at this instant or later. */
                from?: string;
                /** @description Created before this instant. */
                to?: string;
                /** @description The `nextCursor` of the page before; absent for the first page. */
                cursor?: string;
                limit?: number;
                /** @description Of this company only. */
                companyId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminFailedPage"];
                };
            };
            400: components["responses"]["AdminProblem"];
            401: components["responses"]["AdminProblem"];
            404: components["responses"]["AdminProblem"];
            503: components["responses"]["AdminUnavailable"];
            default: components["responses"]["AdminProblem"];
        };
    };
    listAffectedTills: {
        parameters: {
            query?: {
                /** @description Invoices of the one are never seen with those of the other. */
                environment?: "test" | "live";
                /** @description Of this cash register only. */
                cashRegisterId?: string;
                /** @description Created at this instant or later. */
                from?: string;
                /** @description Created before this instant. */
                to?: string;
                /** @description Of the list of causes: `EFI_REFUSED:53`, `OFFLINE_LATE`. Under code 11 the authority says everything that breaks a rule: there the cause names its words, too, `EFI_REFUSED:11:3f786850`. */
                cause?: string;
                /** @description Of this company only. */
                companyId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminAffectedTills"];
                };
            };
            400: components["responses"]["AdminProblem"];
            401: components["responses"]["AdminProblem"];
            404: components["responses"]["AdminProblem"];
            503: components["responses"]["AdminUnavailable"];
            default: components["responses"]["AdminProblem"];
        };
    };
    listRetries: {
        parameters: {
            query?: {
                /** @description Invoices of the one are never seen with those of the other. */
                environment?: "test" | "live";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminRetryBatches"];
                };
            };
            400: components["responses"]["AdminProblem"];
            401: components["responses"]["AdminProblem"];
            404: components["responses"]["AdminProblem"];
            503: components["responses"]["AdminUnavailable"];
            default: components["responses"]["AdminProblem"];
        };
    };
    readOfflineBacklog: {
        parameters: {
            query?: {
                /** @description Invoices of the one are never seen with those of the other. */
                environment?: "test" | "live";
                /** @description The `nextCursor` of the page before; absent for the first page. */
                cursor?: string;
                limit?: number;
                /** @description Of this company only. */
                companyId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminOfflineBacklog"];
                };
            };
            400: components["responses"]["AdminProblem"];
            401: components["responses"]["AdminProblem"];
            404: components["responses"]["AdminProblem"];
            503: components["responses"]["AdminUnavailable"];
            default: components["responses"]["AdminProblem"];
        };
    };
    retryFailedWork: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdminRetryOfAll"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminRetryOutcome"];
                };
            };
            400: components["responses"]["AdminProblem"];
            401: components["responses"]["AdminProblem"];
            403: components["responses"]["AdminProblem"];
            404: components["responses"]["AdminProblem"];
            503: components["responses"]["AdminUnavailable"];
            default: components["responses"]["AdminProblem"];
        };
    };
    findDoubtfulRetries: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdminRetryOfAll"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminDoubtfulRetries"];
                };
            };
            400: components["responses"]["AdminProblem"];
            401: components["responses"]["AdminProblem"];
            403: components["responses"]["AdminProblem"];
            404: components["responses"]["AdminProblem"];
            503: components["responses"]["AdminUnavailable"];
            default: components["responses"]["AdminProblem"];
        };
    };
    dismissFailedWork: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdminDismissal"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminDismissOutcome"];
                };
            };
            400: components["responses"]["AdminProblem"];
            401: components["responses"]["AdminProblem"];
            403: components["responses"]["AdminProblem"];
            404: components["responses"]["AdminProblem"];
            503: components["responses"]["AdminUnavailable"];
            default: components["responses"]["AdminProblem"];
        };
    };
    readHealth: {
        parameters: {
            query?: {
                /** @description How much of the authority’s history is given. */
                minutes?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminHealth"];
                };
            };
            400: components["responses"]["AdminProblem"];
            401: components["responses"]["AdminProblem"];
            404: components["responses"]["AdminProblem"];
            503: components["responses"]["AdminUnavailable"];
            default: components["responses"]["AdminProblem"];
        };
    };
    watchHealth: {
        parameters: {
            query?: {
                /** @description How much of the authority’s history is given. */
                minutes?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["AdminProblem"];
            401: components["responses"]["AdminProblem"];
            404: components["responses"]["AdminProblem"];
            503: components["responses"]["AdminUnavailable"];
            default: components["responses"]["AdminProblem"];
        };
    };
    readLane: {
        parameters: {
            query?: {
                lane?: "fiscalization" | "test-fiscalization" | "registry" | "printing" | "delivery";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminLaneDetail"];
                };
            };
            400: components["responses"]["AdminProblem"];
            401: components["responses"]["AdminProblem"];
            404: components["responses"]["AdminProblem"];
            503: components["responses"]["AdminUnavailable"];
            default: components["responses"]["AdminProblem"];
        };
    };
    pauseLane: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdminLanePause"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminLaneChange"];
                };
            };
            400: components["responses"]["AdminProblem"];
            401: components["responses"]["AdminProblem"];
            403: components["responses"]["AdminProblem"];
            404: components["responses"]["AdminProblem"];
            503: components["responses"]["AdminUnavailable"];
            default: components["responses"]["AdminProblem"];
        };
    };
    resumeLane: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdminLaneResume"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminLaneChange"];
                };
            };
            400: components["responses"]["AdminProblem"];
            401: components["responses"]["AdminProblem"];
            403: components["responses"]["AdminProblem"];
            404: components["responses"]["AdminProblem"];
            503: components["responses"]["AdminUnavailable"];
            default: components["responses"]["AdminProblem"];
        };
    };
    listHeldRegisters: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminHeldRegisterList"];
                };
            };
            401: components["responses"]["AdminProblem"];
            404: components["responses"]["AdminProblem"];
            503: components["responses"]["AdminUnavailable"];
            default: components["responses"]["AdminProblem"];
        };
    };
    confirmAllNumbers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdminAllNumbersConfirmation"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminConfirmedNumbers"];
                };
            };
            400: components["responses"]["AdminProblem"];
            401: components["responses"]["AdminProblem"];
            403: components["responses"]["AdminProblem"];
            404: components["responses"]["AdminProblem"];
            503: components["responses"]["AdminUnavailable"];
            default: components["responses"]["AdminProblem"];
        };
    };
    readToday: {
        parameters: {
            query?: {
                /** @description Invoices of the one are never seen with those of the other. */
                environment?: "test" | "live";
            };
            header?: never;
            path: {
                companyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminToday"];
                };
            };
            400: components["responses"]["AdminProblem"];
            401: components["responses"]["AdminProblem"];
            404: components["responses"]["AdminProblem"];
            503: components["responses"]["AdminUnavailable"];
            default: components["responses"]["AdminProblem"];
        };
    };
    readWorkCounts: {
        parameters: {
            query?: {
                /** @description Invoices of the one are never seen with those of the other. */
                environment?: "test" | "live";
            };
            header?: never;
            path: {
                companyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminWorkCounts"];
                };
            };
            400: components["responses"]["AdminProblem"];
            401: components["responses"]["AdminProblem"];
            404: components["responses"]["AdminProblem"];
            503: components["responses"]["AdminUnavailable"];
            default: components["responses"]["AdminProblem"];
        };
    };
    readOverview: {
        parameters: {
            query?: {
                /** @description Invoices of the one are never seen with those of the other. */
                environment?: "test" | "live";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminOverview"];
                };
            };
            400: components["responses"]["AdminProblem"];
            401: components["responses"]["AdminProblem"];
            404: components["responses"]["AdminProblem"];
            503: components["responses"]["AdminUnavailable"];
            default: components["responses"]["AdminProblem"];
        };
    };
}
