/** /storage/v1: files behind names, in buckets, guarded by row policies. */
import { Hono } from 'hono'
import { isStorableAddress } from '../../platform/db/storable.ts'
import { FilesUnavailable } from '../../platform/files/files.ts'
import { limitBody } from '../../platform/http/body-limit.ts'
import { STORAGE_BUDGET } from './budget.ts'
import { renderError, StorageError } from './errors.ts'
import { listObjects } from './list-objects.ts'
import type { StorageDoorOptions } from './options.ts'
import { removeObject, removeObjects } from './remove-objects.ts'
import { renderImage } from './render-image.ts'
import { sendObject } from './send-object.ts'
import { uploadObject } from './upload-object.ts'

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
  door.post('/object/list/:bucket', limitJson, listObjects(options))
  // A GET handler answers HEAD too.
  door.get('/object/public/:bucket/*', sendObject(options))
  door.get('/render/image/public/:bucket/*', renderImage(options))
  door.delete('/object/:bucket', limitJson, removeObjects(options))
  door.delete('/object/:bucket/*', removeObject(options))
  door.on(['POST', 'PUT'], '/object/:bucket/*', uploadObject(options))
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
