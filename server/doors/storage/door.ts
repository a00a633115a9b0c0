/** /storage/v1: files behind names, in buckets, guarded by row policies. */
import { type Handler, Hono } from 'hono'
import { isStorableAddress } from '../../platform/db/storable.ts'
import { FilesUnavailable } from '../../platform/files/files.ts'
import { limitBody } from '../../platform/http/body-limit.ts'
import { createBucket, deleteBucket, getBucket, listBuckets, updateBucket } from './buckets.ts'
import { STORAGE_BUDGET } from './budget.ts'
import { copyObject } from './copy-object.ts'
import { emptyBucket } from './empty-bucket.ts'
import { renderError, StorageError } from './errors.ts'
import { findAuthenticated, findEither, findPublic } from './find-object.ts'
import { listObjects } from './list-objects.ts'
import { listObjectsV2 } from './list-objects-v2.ts'
import { moveObject } from './move-object.ts'
import { objectInfo } from './object-info.ts'
import type { StorageDoorOptions } from './options.ts'
import { removeObject, removeObjects } from './remove-objects.ts'
import { renderImage, wishOfToken } from './render-image.ts'
import { sendObject } from './send-object.ts'
import { findSigned, signObject, signObjects } from './sign-objects.ts'
import { signUpload, uploadObject, uploadSigned } from './upload-object.ts'

const refuseSize = () => {
  throw new StorageError('EntityTooLarge')
}

export function createStorageDoor(options: StorageDoorOptions): Hono {
  const door = new Hono()
  door.onError((fault, c) => {
    if (fault instanceof StorageError) return renderError(c, fault)
    options.log.error({ err: fault }, 'storage failed')
    if (fault instanceof FilesUnavailable) return renderError(c, new StorageError('StoreUnavailable'))
    return c.json(
      { statusCode: '500', error: 'Internal', message: 'Internal Server Error', code: 'InternalError' },
      500,
    )
  })
  door.use(limitBody(options.maxBytes + STORAGE_BUDGET.formBytes.limit, refuseSize))
  door.use((c, next) => {
    if (!isStorableAddress(c.req.url)) throw new StorageError('InvalidRequest')
    return next()
  })
  addBuckets(door, options)
  addObjects(door, options)
  // Uploads in several parts are not offered.
  door.all('/upload/resumable/*', () => {
    throw new StorageError('NotSupported', 'The feature resumable uploads is not enabled for this resource')
  })
  door.all('*', () => {
    throw new StorageError('NoSuchRoute')
  })
  return door
}

const limitJson = limitBody(STORAGE_BUDGET.jsonBytes.limit, refuseSize)

function addBuckets(door: Hono, options: StorageDoorOptions): void {
  door.get('/bucket', listBuckets(options))
  door.get('/bucket/', listBuckets(options))
  door.post('/bucket', limitJson, createBucket(options))
  door.post('/bucket/', limitJson, createBucket(options))
  door.get('/bucket/:bucket', getBucket(options))
  door.put('/bucket/:bucket', limitJson, updateBucket(options))
  door.delete('/bucket/:bucket', deleteBucket(options))
  door.post('/bucket/:bucket/empty', emptyBucket(options))
}

/** The words of our own come before the addresses in which a bucket stands first. */
function addObjects(door: Hono, options: StorageDoorOptions): void {
  const json = (address: string, handler: Handler) => door.post(address, limitJson, handler)
  json('/object/copy', copyObject(options))
  json('/object/move', moveObject(options))
  json('/object/list/:bucket', listObjects(options))
  json('/object/list-v2/:bucket', listObjectsV2(options))
  json('/object/sign/:bucket', signObjects(options))
  json('/object/sign/:bucket/*', signObject(options))
  json('/object/upload/sign/:bucket/*', signUpload(options))
  door.put('/object/upload/sign/:bucket/*', uploadSigned(options))
  // A GET handler answers HEAD too.
  door.get('/object/sign/:bucket/*', sendObject(options, findSigned))
  door.get('/object/public/:bucket/*', sendObject(options, findPublic))
  door.get('/object/authenticated/:bucket/*', sendObject(options, findAuthenticated))
  door.get('/object/info/public/:bucket/*', objectInfo(options, findPublic))
  door.get('/object/info/authenticated/:bucket/*', objectInfo(options, findAuthenticated))
  door.get('/object/info/:bucket/*', objectInfo(options, findEither))
  door.get('/render/image/public/:bucket/*', renderImage(options, findPublic))
  door.get('/render/image/authenticated/:bucket/*', renderImage(options, findAuthenticated))
  door.get('/render/image/sign/:bucket/*', renderImage(options, findSigned, wishOfToken(options)))
  door.get('/object/:bucket/*', sendObject(options, findEither))
  door.delete('/object/:bucket', limitJson, removeObjects(options))
  door.delete('/object/:bucket/*', removeObject(options))
  door.post('/object/:bucket/*', uploadObject(options))
  door.put('/object/:bucket/*', uploadObject(options))
}
