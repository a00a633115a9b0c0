/**
 * Every fixed limit of this door, in one place. What differs between installations is in `RealtimeOptions`, such as how
 * many sockets one address may hold.
 */
import type { Bound } from '../../platform/budget.ts'

export const REALTIME_BUDGET = {
  frameBytes: {
    resource: 'a frame',
    limit: 100 * 1024,
    unit: 'bytes',
    answer: 'the socket closes with 1009',
  },
  framesWaiting: {
    resource: 'frames of one socket that wait to be answered',
    limit: 500,
    unit: 'count',
    answer: 'the socket is cut off',
  },
  silence: {
    resource: 'the time in which a socket says nothing',
    limit: 65_000,
    unit: 'milliseconds',
    answer: 'the socket closes with 1000',
  },
  joinWait: {
    resource: 'the time for which a join may wait for its subscription',
    limit: 20_000,
    unit: 'milliseconds',
    answer: 'PostgresChangesSubscribeTimeout: Timed out',
  },
  persistence: {
    resource: 'the time for which a broadcast may ask to be kept, in seconds',
    limit: 259_200,
    unit: 'count',
    answer: 'invalid_persist_ttl',
  },
  channels: {
    resource: 'channels of one socket',
    limit: 100,
    unit: 'count',
    answer: 'ChannelRateLimitReached: Too many channels',
  },
  askedBytes: {
    resource: 'what the channels of one socket listen for, as JSON',
    limit: 64 * 1024,
    unit: 'bytes',
    answer: 'ChannelRateLimitReached: The channels of this connection ask for too much',
  },
  topicLength: {
    resource: 'the name of a topic',
    limit: 255,
    unit: 'characters',
    answer: 'MalformedJoin: the payload is not understood',
  },
  bindings: {
    resource: 'listeners for changes in one channel',
    limit: 100,
    unit: 'count',
    answer: 'MalformedJoin: the payload is not understood',
  },
  filterLength: {
    resource: 'the filter of a listener',
    limit: 8192,
    unit: 'characters',
    answer: 'MalformedJoin: the payload is not understood',
  },
  conditions: {
    resource: 'conditions in one filter',
    limit: 20,
    unit: 'count',
    answer: 'Error parsing `filter` params',
  },
  listed: {
    resource: 'values of one list in a filter',
    limit: 100,
    unit: 'count',
    answer: 'Error parsing `filter` params',
  },
  patternLength: {
    resource: 'a regular expression in a filter',
    limit: 200,
    unit: 'characters',
    answer: 'Error parsing `filter` params',
  },
  selected: {
    resource: 'columns that a listener selects',
    limit: 100,
    unit: 'count',
    answer: 'MalformedJoin: the payload is not understood',
  },
  unreadBytes: {
    resource: 'what a reader may leave unread',
    limit: 64 * 1024,
    unit: 'bytes',
    answer: 'the socket closes with 1013 after a while',
  },
  stale: {
    resource: 'the time in which a reader may be behind',
    limit: 30_000,
    unit: 'milliseconds',
    answer: 'the socket closes with 1013',
  },
  presences: {
    resource: 'presences tracked on one topic',
    limit: 1000,
    unit: 'count',
    answer: 'ClientPresenceRateLimitReached: Too many presences on this topic',
  },
  presenceBytes: {
    resource: 'what one presence says, as JSON',
    limit: 8 * 1024,
    unit: 'bytes',
    answer: 'PresenceTooLarge: What a presence says is too long',
  },
  saidPerSecond: {
    resource: 'broadcasts and presences that one socket, or one address by the endpoint, sends in a second',
    limit: 100,
    unit: 'count',
    answer: 'RateLimitReached: Too many messages per second',
  },
  httpBytes: {
    resource: 'the body of a call of the broadcast endpoint',
    limit: 256 * 1024,
    unit: 'bytes',
    answer: '413',
  },
} as const satisfies Record<string, Bound>
