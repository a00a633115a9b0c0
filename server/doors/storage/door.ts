/** /storage/v1: files behind names, in buckets, guarded by row policies. */
import { Hono } from 'hono'
import { isStorableAddress } from '../../platform/db/storable.ts'
import { limitBody } from '../../platform/http/body-limit.ts'
import { renderError, StorageError } from './errors.ts'
import { getPublicObject } from './get-public-object.ts'
import { listObjects } from './list-objects.ts'
import type { StorageDoorOptions } from './options.ts'
import { removeObjects } from './remove-objects.ts'
import { renderPublicImage } from './render-public-image.ts'
import { uploadObject } from './upload-object.ts'

/** Overhead a form may add to the file it carries. */
const FORM_BYTES = 64 * 1024

export function createStorageDoor(options: StorageDoorOptions): Hono {
  const door = new Hono()
  door.onError((fault, c) => {
    if (fault instanceof StorageError) return renderError(c, fault)
    options.log.error({ err: fault }, 'storage failed')
    return c.json(
      { statusCode: '500', error: 'Internal', message: 'Internal Server Error', code: 'InternalError' },
      500,
    )
  })
  door.use(
    limitBody(options.maxBytes + FORM_BYTES, () => {
      throw new StorageError('EntityTooLarge')
    }),
  )
  door.use((c, next) => {
    if (!isStorableAddress(c.req.url)) throw new StorageError('InvalidRequest')
    return next()
  })
  door.get('/object/public/:bucket/*', getPublicObject(options))
  door.get('/render/image/public/:bucket/*', renderPublicImage(options))
  door.post('/object/list/:bucket', listObjects(options))
  door.delete('/object/:bucket', removeObjects(options))
  door.post('/object/:bucket/*', uploadObject(options))
  door.put('/object/:bucket/*', uploadObject(options))
  door.all('*', () => {
    throw new StorageError('InvalidRequest', 'Route not found')
  })
  return door
}
