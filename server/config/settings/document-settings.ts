import { path, plainAddress, secretLike, textLike } from "./forms.ts"
import { setting } from "./setting.ts"

export const documentSettings = {
  DOCUMENTS_DIR: setting(path("/srv/my-account/documents"), {
    byDefault: "`documents` in `DATA_DIR`",
    meaning: "folder that all processes must share",
  }),
  DOCUMENT_STORE: setting(
    {
      must: "like s3://bucket/prefix",
      example: "s3://my-account-documents/",
      read(text) {
        const [, bucket, prefix = ""] = /^s3:\/\/([a-z0-9][a-z0-9.-]+)(?:\/(.*))?$/.exec(text) ?? []
        return bucket === undefined ? undefined : { bucket, prefix }
      },
    },
    {
      byDefault: "the folder `DOCUMENTS_DIR`",
      meaning: "bucket of Amazon S3 or a compatible server",
    },
  ),
  AWS_REGION: setting(textLike("the name of a region", "us-east-1"), {
    meaning: "of the bucket",
  }),
  AWS_ENDPOINT_URL_S3: setting(plainAddress("https://s3.example.com"), {
    byDefault: "Amazon's",
    meaning: "of a compatible server",
  }),
  AWS_ACCESS_KEY_ID: setting(secretLike([], "AKIA…"), {
    byDefault: "the machine's role",
    meaning: "looked up as in Amazon's tools",
  }),
  AWS_SECRET_ACCESS_KEY: setting(secretLike([], "a-long-random-word"), {
    isSecret: true,
    meaning: "its secret",
  }),
}
