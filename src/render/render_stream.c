#include "render/render.h"

#include "render/render_parts.h"

enum status render_begin(struct render_stream *stream, const struct table *table, struct error *err)
{
	if (stream->json)
		return render_json_head(table, stream->out, err);
	render_csv_head(table, stream->out);
	return OK;
}

enum status render_rows(struct render_stream *stream, const struct table *table, struct error *err)
{
	enum status status = table_status(table, err);

	if (status == OK && stream->json)
		status = render_json_rows(table, stream->written, stream->out, err);
	else if (status == OK)
		render_csv_rows(table, stream->out);
	stream->written += table->n_rows;
	return status;
}

enum status render_end(struct render_stream *stream, const struct table *table, struct error *err)
{
	if (stream->json && render_json_tail(table, stream->out, err) != OK)
		return ERR_MEMORY;
	return render_finish(stream->out, err);
}
