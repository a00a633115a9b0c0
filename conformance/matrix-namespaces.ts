/** The newest client's operations below further names, such as `auth.oauth`: one use of each. */
import type { SupabaseClient } from '@supabase/supabase-js'
import type { Parts, Try } from './matrix-tries.ts'

// biome-ignore lint/suspicious/noExplicitAny: the older release has none of them
type Any = any

const UUID = '00000000-0000-4000-8000-000000000001'

/** Where each of them is, from either client; undefined in the older release. */
export const NAMESPACES: Record<string, (client: SupabaseClient) => object | undefined> = {
  'auth-js mfa.recoveryCodes': ({ auth }: Any) => auth.mfa.recoveryCodes,
  'auth-js mfa.webauthn': ({ auth }: Any) => auth.mfa.webauthn,
  'auth-js oauth': ({ auth }: Any) => auth.oauth,
  'auth-js passkey': ({ auth }: Any) => auth.passkey,
  'auth-js admin.oauth': ({ auth }: Any) => auth.admin.oauth,
  'auth-js admin.customProviders': ({ auth }: Any) => auth.admin.customProviders,
  'auth-js admin.passkey': ({ auth }: Any) => auth.admin.passkey,
  'storage-js vectors': ({ storage }: Any) => storage.vectors,
  'storage-js analytics': ({ storage }: Any) => storage.analytics,
}

const used = (
  place: string,
  names: Record<string, unknown[]>,
  whose: 'person' | 'service' = 'person',
): Record<string, Try> =>
  Object.fromEntries(
    Object.entries(names).map(([name, given]) => [
      name,
      (parts: Parts) => {
        const namespace: Any = NAMESPACES[place]?.(parts[whose]) ?? {}
        return namespace[name](...given)
      },
    ]),
  )

const none: unknown[] = []

export const NAMESPACE_TRIES: Record<string, Record<string, Try>> = {
  'auth-js mfa.recoveryCodes': used('auth-js mfa.recoveryCodes', {
    getStatus: none,
    generate: none,
    verify: [{ code: 'aaaa-bbbb' }],
    regenerate: none,
    unenroll: none,
  }),
  'auth-js mfa.webauthn': used('auth-js mfa.webauthn', {
    enroll: [{ friendlyName: 'key' }],
    challenge: [{ factorId: UUID, webauthn: { rpId: 'localhost', rpOrigins: ['http://localhost'] } }],
    verify: [{ factorId: UUID, challengeId: UUID, webauthn: { type: 'create', rpId: 'localhost' } }],
    authenticate: [{ factorId: UUID, webauthn: { rpId: 'localhost' } }],
    register: [{ friendlyName: 'key', webauthn: { rpId: 'localhost' } }],
  }),
  'auth-js oauth': used('auth-js oauth', {
    getAuthorizationDetails: [UUID],
    approveAuthorization: [UUID],
    denyAuthorization: [UUID],
    listGrants: none,
    revokeGrant: [{ clientId: UUID }],
  }),
  'auth-js passkey': used('auth-js passkey', {
    startRegistration: none,
    verifyRegistration: [{ challengeId: UUID, credential: {} }],
    startAuthentication: none,
    verifyAuthentication: [{ challengeId: UUID, credential: {} }],
    list: none,
    update: [{ passkeyId: UUID, friendlyName: 'key' }],
    delete: [{ passkeyId: UUID }],
  }),
  'auth-js admin.oauth': used(
    'auth-js admin.oauth',
    {
      listClients: none,
      createClient: [{ client_name: 'x', redirect_uris: ['http://localhost'] }],
      getClient: [UUID],
      updateClient: [UUID, { client_name: 'y' }],
      deleteClient: [UUID],
      regenerateClientSecret: [UUID],
    },
    'service',
  ),
  'auth-js admin.customProviders': used(
    'auth-js admin.customProviders',
    {
      listProviders: none,
      createProvider: [{ provider_type: 'oidc', identifier: 'custom:x', name: 'x', client_id: 'x' }],
      getProvider: ['custom:x'],
      updateProvider: ['custom:x', { name: 'y' }],
      deleteProvider: ['custom:x'],
    },
    'service',
  ),
  'auth-js admin.passkey': used(
    'auth-js admin.passkey',
    { listPasskeys: [{ userId: UUID }], deletePasskey: [{ userId: UUID, passkeyId: UUID }] },
    'service',
  ),
  'storage-js vectors': used(
    'storage-js vectors',
    {
      createBucket: ['vectors'],
      getBucket: ['vectors'],
      listBuckets: none,
      deleteBucket: ['vectors'],
      from: ['vectors'],
      throwOnError: none,
      setHeader: ['x-a', 'b'],
    },
    'service',
  ),
  'storage-js analytics': used(
    'storage-js analytics',
    {
      createBucket: ['lake'],
      listBuckets: none,
      deleteBucket: ['lake'],
      from: ['lake'],
      throwOnError: none,
      setHeader: ['x-a', 'b'],
    },
    'service',
  ),
}
