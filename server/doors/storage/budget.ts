/**
 * Every fixed limit of this door, in one place. What differs between installations is in `StorageDoorOptions`:
 * the largest upload (`maxBytes`) and what a person may store (`quotas`).
 */
import type { Bound } from '../../platform/budget.ts'

export const STORAGE_BUDGET = {
  /** Overhead a form may add to the file it carries. */
  formBytes: {
    resource: 'a form around its file',
    limit: 64 * 1024,
    unit: 'bytes',
    answer: '413 EntityTooLarge',
  },
  jsonBytes: {
    resource: 'a JSON body',
    limit: 1024 * 1024,
    unit: 'bytes',
    answer: '413 EntityTooLarge',
  },
  keyLength: { resource: 'the name of an object', limit: 1024, unit: 'characters', answer: '400 InvalidKey' },
  bucketNameLength: {
    resource: 'the name of a bucket',
    limit: 100,
    unit: 'characters',
    answer: '400 InvalidBucketName',
  },
  mimeTypes: {
    resource: 'types that a bucket allows',
    limit: 100,
    unit: 'count',
    answer: '400 InvalidRequest',
  },
  headerLength: {
    resource: 'a type, a cache rule or a robots rule stored with an object',
    limit: 255,
    unit: 'characters',
    answer: '400 InvalidRequest',
  },
  metadataBytes: {
    resource: 'the metadata that a person stores with an object',
    limit: 16 * 1024,
    unit: 'bytes',
    answer: '400 InvalidRequest',
  },
  keysInRequest: {
    resource: 'objects removed or signed by one call',
    limit: 20_000,
    unit: 'count',
    answer: '400 InvalidRequest',
  },
  listed: {
    resource: 'entries in one answer of list',
    limit: 1500,
    unit: 'count',
    answer: 'the first 1500',
  },
  listedV2: {
    resource: 'entries in one page of list-v2',
    limit: 1000,
    unit: 'count',
    answer: 'the first 1000, and where to go on',
  },
  buckets: { resource: 'buckets in one answer', limit: 1000, unit: 'count', answer: 'the first 1000' },
  signedReadSeconds: {
    resource: 'the life of a signed address for reading',
    limit: 10 * 366 * 24 * 3600,
    unit: 'seconds',
    answer: '400 InvalidRequest',
  },
  signedUploadSeconds: {
    resource: 'the life of a signed address for uploading',
    limit: 2 * 3600,
    unit: 'seconds',
    answer: '400 InvalidJWT',
  },
  pictureSide: {
    resource: 'a side of a drawn picture',
    limit: 2500,
    unit: 'pixels',
    answer: '400 InvalidRequest',
  },
  drawings: {
    resource: 'pictures of free size drawn at once, of which the others wait',
    limit: 2,
    unit: 'count',
    answer: 'waits',
  },
  drawingsWaiting: {
    resource: 'pictures of free size waiting to be drawn',
    limit: 32,
    unit: 'count',
    answer: '429 SlowDown',
  },
} as const satisfies Record<string, Bound>
