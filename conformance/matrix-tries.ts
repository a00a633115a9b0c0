/** One use of each operation of the clients' public interface, by the part of the client that it belongs to. */

import type { SupabaseClient } from '@supabase/supabase-js'
import type { AuthMail } from '#server/doors/auth/door.ts'
import { codeAt, stepAt } from '#server/doors/auth/totp.ts'

export type Parts = {
  /** Somebody who has just signed up. */
  person: SupabaseClient
  service: SupabaseClient
  /** Of the person. */
  id: string
  email: string
  password: string
  /** A bucket with the file `a.txt`. */
  bucket: string
  mails: AuthMail[]
}
// biome-ignore lint/suspicious/noExplicitAny: the two releases have different types, and some operations only one has
type Any = any
export type Try = (parts: Parts) => unknown

const PHONE = () => `1555${Math.floor(Math.random() * 1e7)}`.padEnd(11, '0')
const fresh = () => `${crypto.randomUUID()}@tune.test`
const bare = (from: Parts): Any => from.person
const rows = (from: Parts): Any => from.person.from('shelves').select()
const files = (from: Parts): Any => from.service.storage.from(from.bucket)
const channel = (from: Parts): Any => from.person.channel(crypto.randomUUID())

/** Resolves once the channel is joined. */
const joined = (from: Parts): Promise<Any> =>
  new Promise((resolve, reject) => {
    const made = channel(from)
    made.subscribe((status: string, fault: Error) =>
      status === 'SUBSCRIBED' ? resolve(made) : fault && reject(fault),
    )
  })

async function factor({ person }: Parts): Promise<{ factorId: string; code: string }> {
  const { data } = await person.auth.mfa.enroll({ factorType: 'totp', friendlyName: crypto.randomUUID() })
  const secret = data && 'totp' in data ? data.totp.secret : ''
  return { factorId: data?.id ?? '', code: codeAt(secret, stepAt(new Date())) }
}

const filter = (name: string, ...given: unknown[]): Record<string, Try> => ({
  [name]: (from) => rows(from)[name](...given),
})

export const TRIES: Record<string, Record<string, Try>> = {
  'supabase-js': {
    from: (from) => rows(from),
    schema: (from) => from.person.schema('public').from('shelves').select(),
    rpc: (from) => from.person.rpc('shelf_count'),
    channel: (from) => joined(from),
    getChannels: (from) => from.person.getChannels().length >= 0,
    removeChannel: async (from) => from.person.removeChannel(await joined(from)),
    removeAllChannels: (from) => joined(from).then(() => from.person.removeAllChannels()),
    getOpenApiSpec: (from) => bare(from).getOpenApiSpec(),
  },
  'auth-js': {
    initialize: (from) => from.person.auth.initialize(),
    isThrowOnErrorEnabled: (from) => !bare(from).auth.isThrowOnErrorEnabled(),
    dispose: (from) => bare(from).auth.dispose(),
    signInAnonymously: (from) => from.person.auth.signInAnonymously(),
    signUp: (from) => from.person.auth.signUp({ email: fresh(), password: from.password }),
    signInWithPassword: ({ person, email, password }) => person.auth.signInWithPassword({ email, password }),
    signInWithOAuth: async ({ person }) => {
      const { data, error } = await person.auth.signInWithOAuth({
        provider: 'google',
        options: { skipBrowserRedirect: true },
      })
      if (error || !data.url) return { error }
      return (await fetch(data.url, { redirect: 'manual' })).json()
    },
    exchangeCodeForSession: (from) => from.person.auth.exchangeCodeForSession('unknown'),
    signInWithWeb3: (from) =>
      web3(from, 'signInWithWeb3', { chain: 'ethereum', message: 'x', signature: '0x00' }),
    signInWithEthereum: (from) => web3(from, 'signInWithEthereum', { message: 'x', signature: '0x00' }),
    signInWithSolana: (from) =>
      web3(from, 'signInWithSolana', { message: 'x', signature: new Uint8Array(64) }),
    signInWithIdToken: (from) => from.person.auth.signInWithIdToken({ provider: 'google', token: 'x' }),
    signInWithOtp: ({ person, email }) => person.auth.signInWithOtp({ email }),
    verifyOtp: async ({ person, email, mails }) => {
      await person.auth.signInWithOtp({ email })
      return person.auth.verifyOtp({
        email,
        type: 'email',
        token: mails.findLast(({ to }) => to === email)?.code ?? '',
      })
    },
    signInWithSSO: ({ person }) => person.auth.signInWithSSO({ domain: 'tune.test' }),
    reauthenticate: ({ person }) => person.auth.reauthenticate(),
    resend: ({ person, email }) => person.auth.resend({ type: 'signup', email }),
    getSession: ({ person }) => person.auth.getSession(),
    getUser: ({ person }) => person.auth.getUser(),
    updateUser: ({ person }) => person.auth.updateUser({ data: { mood: 'calm' } }),
    setSession: async ({ person }) => {
      const { data } = await person.auth.getSession()
      return person.auth.setSession(data.session as Any)
    },
    refreshSession: ({ person }) => person.auth.refreshSession(),
    signOut: ({ person }) => person.auth.signOut(),
    onAuthStateChange: ({ person }) =>
      person.auth.onAuthStateChange(() => undefined).data.subscription.unsubscribe(),
    resetPasswordForEmail: ({ person, email }) => person.auth.resetPasswordForEmail(email),
    getUserIdentities: ({ person }) => person.auth.getUserIdentities(),
    linkIdentity: ({ person }) => person.auth.linkIdentity({ provider: 'google' }),
    unlinkIdentity: async ({ person }) => {
      const { data } = await person.auth.getUserIdentities()
      return person.auth.unlinkIdentity(data?.identities[0] as Any)
    },
    startAutoRefresh: ({ person }) =>
      person.auth.startAutoRefresh().then(() => person.auth.stopAutoRefresh()),
    stopAutoRefresh: ({ person }) => person.auth.stopAutoRefresh(),
    getClaims: (from) => bare(from).auth.getClaims(),
    signInWithPasskey: (from) => bare(from).auth.signInWithPasskey(),
    registerPasskey: (from) => bare(from).auth.registerPasskey(),
  },
  'auth-js admin': {
    signOut: async ({ service, person }) => {
      const { data } = await person.auth.getSession()
      return service.auth.admin.signOut(data.session?.access_token ?? '')
    },
    inviteUserByEmail: ({ service }) => service.auth.admin.inviteUserByEmail(fresh()),
    generateLink: ({ service, email }) => service.auth.admin.generateLink({ type: 'magiclink', email }),
    createUser: ({ service }) => service.auth.admin.createUser({ phone: PHONE(), password: 'a password' }),
    listUsers: ({ service }) => service.auth.admin.listUsers(),
    getUserById: ({ service, id }) => service.auth.admin.getUserById(id),
    updateUserById: ({ service, id }) => service.auth.admin.updateUserById(id, { app_metadata: { a: 1 } }),
    deleteUser: ({ service, id }) => service.auth.admin.deleteUser(id),
  },
  'auth-js mfa': {
    enroll: ({ person }) => person.auth.mfa.enroll({ factorType: 'totp' }),
    challenge: async (from) => from.person.auth.mfa.challenge({ factorId: (await factor(from)).factorId }),
    verify: async (from) => {
      const { factorId, code } = await factor(from)
      const { data } = await from.person.auth.mfa.challenge({ factorId })
      return from.person.auth.mfa.verify({ factorId, code, challengeId: data?.id ?? '' })
    },
    challengeAndVerify: async (from) => from.person.auth.mfa.challengeAndVerify(await factor(from)),
    unenroll: async (from) => from.person.auth.mfa.unenroll({ factorId: (await factor(from)).factorId }),
    listFactors: ({ person }) => person.auth.mfa.listFactors(),
    getAuthenticatorAssuranceLevel: ({ person }) => person.auth.mfa.getAuthenticatorAssuranceLevel(),
  },
  'auth-js admin mfa': {
    listFactors: ({ service, id }) => service.auth.admin.mfa.listFactors({ userId: id }),
    deleteFactor: async (from) =>
      from.service.auth.admin.mfa.deleteFactor({ userId: from.id, id: (await factor(from)).factorId }),
  },
  'postgrest-js table': {
    select: (from) => rows(from),
    insert: ({ service }) => service.from('shelves').insert({ id: number() }),
    upsert: ({ service }) => service.from('shelves').upsert({ id: number() }),
    update: ({ service }) => service.from('shelves').update({ slug: 'low' }).eq('id', 0),
    delete: ({ service }) => service.from('shelves').delete().eq('id', 0),
  },
  'postgrest-js query': {
    ...filter('eq', 'id', 1),
    ...filter('neq', 'id', 1),
    ...filter('gt', 'id', 1),
    ...filter('gte', 'id', 1),
    ...filter('lt', 'id', 1),
    ...filter('lte', 'id', 1),
    ...filter('like', 'slug', 't%'),
    ...filter('likeAllOf', 'slug', ['t%']),
    ...filter('likeAnyOf', 'slug', ['t%']),
    ...filter('ilike', 'slug', 'T%'),
    ...filter('ilikeAllOf', 'slug', ['T%']),
    ...filter('ilikeAnyOf', 'slug', ['T%']),
    ...filter('regexMatch', 'slug', '^t'),
    ...filter('regexIMatch', 'slug', '^T'),
    ...filter('is', 'slug', null),
    ...filter('isDistinct', 'slug', null),
    ...filter('in', 'id', [1]),
    ...filter('notIn', 'id', [1]),
    ...filter('contains', 'words', ['a']),
    ...filter('containedBy', 'words', ['a']),
    ...filter('rangeGt', 'span', '[1,2)'),
    ...filter('rangeGte', 'span', '[1,2)'),
    ...filter('rangeLt', 'span', '[1,2)'),
    ...filter('rangeLte', 'span', '[1,2)'),
    ...filter('rangeAdjacent', 'span', '[1,2)'),
    ...filter('overlaps', 'words', ['a']),
    ...filter('textSearch', 'body', 'cat'),
    ...filter('match', { id: 1 }),
    ...filter('not', 'id', 'eq', 1),
    ...filter('or', 'id.eq.1,id.eq.2'),
    ...filter('filter', 'id', 'eq', 1),
    ...filter('select', 'id'),
    ...filter('order', 'id'),
    ...filter('limit', 1),
    ...filter('range', 0, 1),
    ...filter('abortSignal', new AbortController().signal),
    single: (from) => rows(from).eq('id', 1).single(),
    maybeSingle: (from) => rows(from).eq('id', 1).maybeSingle(),
    ...filter('csv'),
    ...filter('geojson'),
    ...filter('explain'),
    ...filter('rollback'),
    ...filter('returns'),
    ...filter('overrideTypes'),
    ...filter('stripNulls'),
    ...filter('setHeader', 'x-a', 'b'),
    ...filter('retry', false),
    ...filter('throwOnError'),
    maxAffected: ({ service }) =>
      (service.from('shelves').update({ slug: 'x' }).eq('id', 0) as Any).maxAffected(1),
  },
  'storage-js': {
    from: (from) => files(from).list(),
    listBuckets: ({ service }) => service.storage.listBuckets(),
    getBucket: ({ service, bucket }) => service.storage.getBucket(bucket),
    createBucket: ({ service }) => service.storage.createBucket(crypto.randomUUID()),
    updateBucket: ({ service, bucket }) => service.storage.updateBucket(bucket, { public: true }),
    emptyBucket: ({ service, bucket }) => service.storage.emptyBucket(bucket),
    deleteBucket: async ({ service }) => {
      const name = crypto.randomUUID()
      await service.storage.createBucket(name)
      return service.storage.deleteBucket(name)
    },
    getBucketLifecycle: (from) => (from.service.storage as Any).getBucketLifecycle(from.bucket),
    updateBucketLifecycle: (from) =>
      (from.service.storage as Any).updateBucketLifecycle(from.bucket, { rules: [] }),
    deleteBucketLifecycle: (from) => (from.service.storage as Any).deleteBucketLifecycle(from.bucket),
    purgeBucketCache: (from) => (from.service.storage as Any).purgeBucketCache(from.bucket),
    throwOnError: (from) => (from.service.storage as Any).throwOnError().listBuckets(),
    setHeader: (from) => (from.service.storage as Any).setHeader('x-a', 'b').listBuckets(),
  },
  'storage-js files': {
    upload: (from) => files(from).upload(crypto.randomUUID(), 'x'),
    uploadToSignedUrl: async (from) => {
      const { data } = await files(from).createSignedUploadUrl('signed.txt')
      return files(from).uploadToSignedUrl('signed.txt', data?.token ?? '', 'x')
    },
    createSignedUploadUrl: (from) => files(from).createSignedUploadUrl('b.txt'),
    update: (from) => files(from).update('a.txt', 'y'),
    move: (from) => files(from).move('a.txt', 'moved.txt'),
    copy: (from) => files(from).copy('a.txt', 'copied.txt'),
    createSignedUrl: (from) => files(from).createSignedUrl('a.txt', 60),
    createSignedUrls: (from) => files(from).createSignedUrls(['a.txt'], 60),
    download: (from) => files(from).download('a.txt'),
    info: (from) => files(from).info('a.txt'),
    exists: (from) => files(from).exists('a.txt'),
    getPublicUrl: (from) => files(from).getPublicUrl('a.txt'),
    remove: (from) => files(from).remove(['a.txt']),
    purgeCache: (from) => files(from).purgeCache('a.txt'),
    list: (from) => files(from).list(),
    listV2: (from) => files(from).listV2(),
    throwOnError: (from) => files(from).throwOnError().list(),
    setHeader: (from) => files(from).setHeader('x-a', 'b').list(),
  },
  'realtime-js': {
    connect: (from) => from.person.realtime.connect(),
    disconnect: (from) => void from.person.realtime.disconnect(),
    getChannels: (from) => from.person.realtime.getChannels().length >= 0,
    removeChannel: async (from) => from.person.realtime.removeChannel(await joined(from)),
    removeAllChannels: (from) => joined(from).then(() => from.person.realtime.removeAllChannels()),
    channel: (from) => joined(from),
    setAuth: async (from) =>
      from.person.realtime.setAuth((await from.person.auth.getSession()).data.session?.access_token),
    connectionState: (from) => typeof from.person.realtime.connectionState() === 'string',
    isConnected: (from) => !from.person.realtime.isConnected(),
    isConnecting: (from) => !bare(from).realtime.isConnecting(),
    isDisconnecting: (from) => !bare(from).realtime.isDisconnecting(),
    sendHeartbeat: (from) => joined(from).then(() => bare(from).realtime.sendHeartbeat()),
    onHeartbeat: (from) => void bare(from).realtime.onHeartbeat(() => undefined),
  },
  'realtime-js channel': {
    subscribe: (from) => joined(from),
    unsubscribe: async (from) => (await joined(from)).unsubscribe(),
    on: (from) => typeof channel(from).on('broadcast', { event: 'x' }, () => undefined) === 'object',
    send: async (from) => (await joined(from)).send({ type: 'broadcast', event: 'x', payload: {} }),
    track: async (from) => (await joined(from)).track({ mood: 'calm' }),
    untrack: async (from) => {
      const made = await joined(from)
      await made.track({})
      return made.untrack()
    },
    presenceState: async (from) => typeof (await joined(from)).presenceState() === 'object',
    httpSend: (from) => channel(from).httpSend('x', {}),
  },
}

let last = 1000
const number = () => ++last

/** Signing in with a wallet, whose message is not genuine: that the door knows the grant is all there is to see. */
const web3 = ({ person }: Parts, name: string, given: object) => (person.auth as Any)[name](given)
