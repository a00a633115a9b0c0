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
  headerLength: {
    resource: 'a type or a cache rule stored with an object',
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
    resource: 'objects removed by one call',
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
} as const satisfies Record<string, Bound>
