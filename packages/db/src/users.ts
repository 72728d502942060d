import { v7 as uuidv7 } from 'uuid';
import type { Database } from './client.ts';

/** A person who may sign in to the admin panel. Decisions §7. */
export interface NewUser {
  email: string;
  /** argon2id in PHC form; the password itself never comes here. */
  passwordHash: string;
  role: 'operator' | 'company_admin';
  /** Of a company admin; null for an operator. */
  companyId: string | null;
  name?: string;
}

/** E-mail addresses are kept in lower case. @returns the id of the new user. */
export async function createUser(db: Database, input: NewUser): Promise<string> {
  const id = uuidv7();
  await db.prisma.user.create({ data: { ...input, id, email: input.email.toLowerCase() } });
  return id;
}
