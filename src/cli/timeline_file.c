#include "cli/timeline_file.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "base/file.h"
#include "report/simulation.h"
#include "timeline/simulation.h"
#include "timeline/trace.h"
#include "trace/otf2/write.h"

static const struct {
	const char *ending;
	enum timeline_kind kind;
} endings[] = {{".csv", TIMELINE_CSV},          {".svg", TIMELINE_SVG},   {".perfetto-trace", TIMELINE_PERFETTO},
	       {".pftrace", TIMELINE_PERFETTO}, {".paje", TIMELINE_PAJE}, {".otf2", TIMELINE_OTF2}};

bool timeline_kind_of(const char *path, enum timeline_kind *kind)
{
	size_t length = strlen(path);

	for (size_t i = 0; i < sizeof(endings) / sizeof(endings[0]); i++) {
		size_t n = strlen(endings[i].ending);

		if (length <= n || strcmp(path + length - n, endings[i].ending) != 0)
			continue;
		*kind = endings[i].kind;
		return true;
	}
	return false;
}

static const struct timeline_form *form_of(enum timeline_kind kind)
{
	return kind == TIMELINE_PAJE ? &timeline_paje : &timeline_perfetto;
}

static enum status tell_damage(enum status status, const struct error *damage, struct error *err)
{
	if (status == OK && damage->status != OK)
		return error_set(err, damage->status, "%s; what stands before that is exported", damage->text);
	return status;
}

static enum status write_stream(struct trace *trace, const struct timeline_form *form, FILE *out, struct error *damage,
				struct error *err)
{
	TRY(timeline_write_trace(trace, form, out, damage, err));
	if (fflush(out) != 0 || ferror(out))
		return error_set(err, ERR_IO, "a timeline could not be written: %s", strerror(errno));
	return OK;
}

enum status timeline_write_calls(struct context *context, struct trace *trace, const struct timeline_form *form,
				 const char *path, struct error *err)
{
	struct error damage = {.status = OK};
	struct file_replacement file;
	enum status status;

	if (!path)
		return tell_damage(write_stream(trace, form, context->out, &damage, err), &damage, err);
	status = file_replace_begin(&file, path, "timeline", err);
	if (status == OK)
		status = file_replace_end(&file, write_stream(trace, form, file.stream, &damage, err), err);
	return tell_damage(status, &damage, err);
}

enum status timeline_write_otf2(struct context *context, struct trace *trace, const char *dir, struct error *damage,
				struct error *err)
{
	struct otf2_written written;
	enum status status = otf2_write(trace, dir, &written, damage, err);

	if (status == OK && written.unreceived + written.unsent > 0 && !context->quiet)
		fprintf(context->chatter,
			"sonde: %" PRIu64 " messages without a receive in the trace, %" PRIu64
			" receives without a message\n",
			written.unreceived, written.unsent);
	return status;
}

enum status timeline_file_of_trace(struct context *context, struct trace *trace, const char *path,
				   enum timeline_kind kind, struct error *err)
{
	struct error damage = {.status = OK};

	if (kind != TIMELINE_OTF2)
		return timeline_write_calls(context, trace, form_of(kind), path, err);
	return tell_damage(timeline_write_otf2(context, trace, path, &damage, err), &damage, err);
}

enum status timeline_file_of_simulation(const struct simulation *found, const char *title, const char *path,
					enum timeline_kind kind, struct error *err)
{
	struct file_replacement file;

	if (kind == TIMELINE_CSV)
		return simulation_timeline_write(found, path, err);
	if (kind == TIMELINE_SVG)
		return simulation_picture_write(found, path, err);
	TRY(file_replace_begin(&file, path, "timeline", err));
	return file_replace_end(&file, timeline_write_simulation(found, title, form_of(kind), file.stream, err), err);
}
