# tally.awk - meson's testlog.txt -> a line "pass|fail|skip NAME" for each line of TAP
#
# test:         boardstat:unit / text
# result:       exit status 0
# 1..2
# ok 1 - a_number_is_the_whole_text
# not ok 2 - a_name_holds_only_bytes_fit_for_a_path

# An executable that crashed or stopped early has failed, whatever it has said before.
function end_test() {
	if (test == "")
		return
	if (planned != seen)
		print "fail " test ": " result ", " seen " of " planned " tests"
	else if (result !~ /exit status 0/ && failed == 0)
		print "fail " test ": " result
	test = ""
}

function one(word) {
	seen++
	failed += word == "fail"
	sub(/^(not )?ok [0-9]+ *(- *)?/, "")
	print word " " test ": " $0
}

/^test: / {
	end_test()
	test = build " " $NF
	planned = seen = failed = 0
}
/^result: / { result = $0; sub(/^result: */, "", result) }
/^1\.\.0 # SKIP / { print "skip " test ": " substr($0, 13); next }
/^1\.\.[0-9]+/ { planned = substr($0, 4) + 0 }
/^ok .*# SKIP/ || /^not ok [0-9]+ # SKIP/ { one("skip"); next } # the latter is cmocka 1.1.5's
/^ok / { one("pass") }
/^not ok / { one("fail") }
END { end_test() }
