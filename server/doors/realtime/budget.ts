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
} as const satisfies Record<string, Bound>
